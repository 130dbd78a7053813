"""Uploading on a page: what was wrong is said beside the field, and what was typed stays."""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from arena.games.registry import GAMES
from athanor.accounts.models import User
from athanor.bots.models import Bot, Version
from athanor.lifecycles import VersionState
from athanor.tournaments import entries
from tests.athanor import world
from tests.athanor.front.reading import client_of, page_of
from tests.athanor.tournaments import events

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SOURCE = b"def choose(ask):\n    return 0\n"


@pytest.fixture
def ada() -> User:
    return world.author("ada")


@pytest.fixture
def client(ada: User) -> Client:
    return client_of(ada)


def file(content: bytes = SOURCE, name: str = "mercury.py") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def archive(**files: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as bundle:
        for name, text in files.items():
            bundle.writestr(name.replace("__", "."), text)
    return packed.getvalue()


def test_a_file_is_taken_and_its_page_shows_how_it_goes(client: Client, ada: User) -> None:
    response = client.post("/upload/", {"file": file(), "games": "poison", "joins": "on"}, follow=True)
    assert response.redirect_chain == [("/bots/ada/mercury/versions/1/", 302)]
    shown = response.content.decode()
    assert "Uploaded." in shown
    assert 'data-live="2"' in shown
    assert Version.objects.get().bot.owner == ada


def test_pasted_source_is_taken_under_the_name_that_was_given(client: Client) -> None:
    source = SOURCE.decode()
    response = client.post("/upload/", {"source": source, "name": "Red Mercury", "games": "poison", "joins": "on"})
    assert response["Location"] == "/bots/ada/red-mercury/versions/1/"
    assert Bot.objects.get().name == "Red Mercury"


def test_a_command_in_a_message_is_shown_as_code(client: Client, ada: User, settings: Settings) -> None:
    """Beside a field, on a page of its own, of a refused version and of a void match: no backtick is left."""
    settings.UPLOADS_A_DAY = 0
    page = client.post("/upload/", {"source": SOURCE.decode(), "name": "Red Mercury", "games": "poison"})
    assert "<code>athanor play</code>" in page.content.decode()
    assert "`athanor" not in page.content.decode()
    bot = world.bot("mercury", ada)
    told = "It raised: `<b>`, so play it with `athanor play`."
    version = world.version(bot, state="refused", built="", reason="raised", message=told)
    shown = client.get(f"/bots/ada/mercury/versions/{version.number}/").content.decode()
    assert "<code>&lt;b&gt;</code>, so play it with <code>athanor play</code>" in shown
    (match,) = world.order([bot, world.bot()])
    world.services.give_up(match=match, fault="no sandbox works: `athanor doctor` says more", now=timezone.now())
    assert "<code>athanor doctor</code> says more" in client.get(f"/matches/{match.public_id}/").content.decode()


@pytest.mark.parametrize("path", ["/bots/ada/nothing/", "/matches/?against=ada/one"])
def test_no_page_of_an_error_shows_a_backtick(path: str, client: Client) -> None:
    page = client.get(path)
    assert page.status_code >= 400
    assert "`" not in page.content.decode()


def test_a_name_that_cannot_be_shown_is_refused_beside_its_field(client: Client) -> None:
    response = client.post("/upload/", {"source": SOURCE.decode(), "name": "mer\u202ecury"})
    assert response.status_code == 400
    assert "cannot be shown" in response.content.decode()
    assert not Bot.objects.exists()


def test_a_sentence_that_begins_with_a_files_name_keeps_it(client: Client) -> None:
    response = client.post("/upload/", {"file": file(archive(bot__toml="name ="), "b.zip")})
    assert "bot.toml: it is not TOML" in response.content.decode()


def test_a_new_version_of_a_bot_is_taken(client: Client, ada: User) -> None:
    world.bot("mercury", ada)
    response = client.post("/upload/", {"file": file(name="other.py"), "bot": "mercury", "games": "poison"})
    assert response["Location"] == "/bots/ada/mercury/versions/2/"


def test_every_game_can_be_ticked_and_a_new_bot_must_say_one(client: Client) -> None:
    shown = client.get("/upload/").content.decode()
    for game in GAMES:
        assert f'name="games" value="{game}"' in shown
    page = page_of(client.post("/upload/", {"file": file(), "joins": "on"}))
    assert "Nothing says which game it plays" in page.text
    assert "Name at least one of" in page.text or "name at least one of" in page.text
    assert not Version.objects.exists()
    client.post("/upload/", {"file": file(), "games": ["poison", "alakazoo"], "joins": "on"})
    assert Version.objects.get().games == ["poison", "alakazoo"]


def test_a_new_version_for_which_no_game_is_ticked_plays_what_its_bot_plays(client: Client, ada: User) -> None:
    world.bot("mercury", ada, games=["kazaam"])
    response = client.post("/upload/", {"file": file(name="other.py"), "bot": "mercury"})
    assert response["Location"] == "/bots/ada/mercury/versions/2/"
    assert Version.objects.get(number=2).games == ["kazaam"]


def test_the_form_knows_for_which_bot_it_was_asked(client: Client, ada: User) -> None:
    world.bot("mercury", ada)
    assert '<option value="mercury" selected>' in client.get("/upload/?bot=mercury").content.decode()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "Choose the file to upload"),
        ({"source": "   \n"}, "Choose the file to upload"),
        ({"source": "x = 1"}, "give your bot one"),
        ({"source": "x = 1", "name": "!!!"}, "Use at least one letter"),
        ({"source": "x = 1", "name": "a" * 41}, "at most 40 characters"),
        ({"source": "x = 1", "name": "ok", "file": file()}, "Choose one"),
        ({"file": file(b"")}, "empty"),
        ({"file": file(b"PK\x03\x04 not a zip", "bot.zip")}, "zip"),
        ({"file": file(archive(readme__txt="hello"), "bot.zip")}, "bot.toml"),
        ({"file": file(SOURCE, "bot.cobol")}, ".cobol"),
        ({"file": file(), "bot": "nobodys"}, "not one of the available choices"),
    ],
)
def test_what_is_wrong_is_said_beside_the_field(client: Client, given: dict[str, object], said: str) -> None:
    for upload in given.values():
        if isinstance(upload, SimpleUploadedFile):
            upload.seek(0)
    response = client.post("/upload/", {**given, "joins": "on"})
    assert response.status_code in (400, 413)
    page = page_of(response)
    assert page.faults == []
    assert said in page.text
    assert "field wrong" in page.text
    assert not Version.objects.exists()


def test_what_was_typed_stays(client: Client) -> None:
    text = client.post("/upload/", {"source": "x = '</textarea>'", "name": ""}).content.decode()
    assert "x = &#x27;&lt;/textarea&gt;&#x27;" in text


def test_one_that_is_too_big_is_told_how_big_one_may_be(client: Client, settings: Settings) -> None:
    settings.UPLOAD_BYTES = 1024 * 1024
    response = client.post("/upload/", {"file": file(b"#" * (1024 * 1024 + 1))})
    assert response.status_code == 413
    assert "at most 1 MiB" in response.content.decode()


def test_whoever_uploads_too_often_is_told_when_to_come_back(client: Client, settings: Settings) -> None:
    settings.UPLOADS_PENDING = 1
    client.post("/upload/", {"file": file(), "games": "poison"})
    again = file(b"def choose(ask):\n    return 1\n")
    response = client.post("/upload/", {"file": again, "games": "poison"})
    assert response.status_code == 429
    assert "still waiting for their check" in response.content.decode()


def test_a_refused_version_says_why_and_shows_its_log(client: Client, ada: User) -> None:
    bot = world.bot("mercury", ada)
    message = "It played red-9. Play a card it holds."
    refused = {"state": VersionState.REFUSED, "built": "", "reason": "illegal-play", "message": message}
    world.version(bot, log="ask 1\nIndexError\n", **refused)
    text = client.get("/bots/ada/mercury/versions/2/").content.decode()
    assert "illegal-play" in text
    assert "Play a card it holds." in text
    assert "IndexError" in text
    assert "data-live=" not in text


def test_an_older_version_can_be_made_current_again(client: Client, ada: User) -> None:
    bot = world.bot("mercury", ada)
    world.version(bot)
    page = client.get("/bots/ada/mercury/").content.decode()
    assert 'action="/bots/ada/mercury/versions/2/current/"' in page
    assert client.post("/bots/ada/mercury/versions/2/current/").status_code == 302
    assert world.current(bot).number == 2
    assert client.post("/bots/ada/mercury/versions/1/current/").status_code == 302
    assert world.current(bot).number == 1


def test_a_version_that_was_refused_cannot_be_current(client: Client, ada: User) -> None:
    bot = world.bot("mercury", ada)
    world.version(bot, state=VersionState.REFUSED, built="", reason="crash", message="It crashed.")
    response = client.post("/bots/ada/mercury/versions/2/current/")
    assert response.status_code == 409
    assert "only an accepted version can be current" in response.content.decode().lower()


def test_retiring_says_which_tournaments_are_left(client: Client, ada: User) -> None:
    page = "/bots/ada/mercury/retire/"
    bot = world.bot("mercury", ada, games=["kazaam"])
    assert "It is withdrawn from" not in client.get(page).content.decode()
    start = f"{timezone.now() + timedelta(days=3):%Y-%m-%dT%H:%M}"
    entries.enter(tournament=events.event(ada, start=start), bot=bot, by=ada)
    assert ">Spring Cup</a> (open for registration)" in client.get(page).content.decode()


def test_retiring_asks_for_the_name(client: Client, ada: User) -> None:
    world.bot("mercury", ada)
    response = client.post("/bots/ada/mercury/retire/", {"name": "something else"})
    assert response.status_code == 400
    assert "That is not its name" in response.content.decode()
    assert Bot.objects.get().retired_at is None
    assert client.post("/bots/ada/mercury/retire/", {"name": "mercury"}).status_code == 302
    assert Bot.objects.get().retired_at is not None
    assert "retired" in client.get("/bots/ada/mercury/").content.decode()


@pytest.mark.parametrize(
    "given", [{"source": "a\0", "name": "mercury"}, {"source": "x = 1", "bot": "nobody"}], ids=["source", "bot"]
)
def test_what_is_wrong_is_said_once_and_not_again_as_what_is_missing(
    client: Client, given: dict[str, str]
) -> None:
    response = client.post("/upload/", given)
    assert response.status_code == 400
    assert list(response.context["form"].errors) == [next(name for name in ("bot", "source") if name in given)]


def test_what_is_wrong_is_told_before_the_first_field_and_has_the_focus(client: Client) -> None:
    response = client.post("/upload/", {"file": file(b"def choose(ask:\n"), "games": "poison"})
    assert response.status_code == 400
    page = page_of(response)
    (summary,) = (tag for _, tag in page.tags if "data-summary" in tag)
    assert summary["role"] == "alert"
    assert "autofocus" in summary
    assert '<a href="#id_file">File</a>: This is no Python: mercury.py, line 1:' in " ".join(page.text.split())
    # What stands between backticks is code, in the summary and beside the field.
    assert page.text.count("<code>athanor play</code> first.") == 2
    assert "`" not in page.text.partition("data-summary")[2].partition('id="id_source"')[0]
    assert page.text.index("data-summary") < page.text.index('id="id_file"')
    assert "<title>Not uploaded" in page.text
    assert page.faults == []


def test_the_script_of_the_page_is_told_where_to_go(client: Client) -> None:
    given = {"file": file(), "games": "poison", "joins": "on"}
    response = client.post("/upload/", given, headers={"Accept": "application/json"})
    assert (response.status_code, response.json()) == (201, {"address": "/bots/ada/mercury/versions/1/"})
