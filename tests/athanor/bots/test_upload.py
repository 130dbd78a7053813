"""G7: an upload that was acknowledged is never lost; one that was refused says exactly why."""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from arena.blobs.store import LOCK
from arena.games.registry import GAMES
from arena.orders.lanes import Lane
from athanor.accounts.models import User
from athanor.bots.models import Bot, Version
from athanor.bots.queries import quota
from athanor.bots.services import retire, slug_of, upload
from athanor.lifecycles import VersionState
from athanor.refusals import Refusal
from athanor.storage import blobs
from athanor_contract.bundle import read
from tests.athanor import world

pytestmark = [pytest.mark.django_db, pytest.mark.database]

SOURCE = b"def choose(ask):\n    return 0\n"


@pytest.fixture
def ada() -> User:
    return world.author("ada")


def zipped(**files: bytes) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "."), data)
    return content.getvalue()


BUNDLE = zipped(bot__toml=b'name = "Greedy Gus"\ngame = "poison"\nruntime = "python"\n', main__py=SOURCE)
KAZAAM = b'name = "bot"\ngame = "kazaam"\nruntime = "python"\n'
NO_GAMES = b'name = "bot"\ngames = []\nruntime = "python"\n'


def test_it_works(ada: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        version = upload(owner=ada, content=BUNDLE, filename="gus.zip")
    assert (version.bot.name, version.bot.slug, version.number) == ("Greedy Gus", "greedy-gus", 1)
    assert (version.state, version.games, version.runtime) == (VersionState.UPLOADED, ["poison"], "python")
    (order,) = world.orders(Lane.CHECKS.queue)
    assert (order.upload, order.bundle) == (str(version.pk), version.digest)
    assert [trial.game for trial in order.trials] == ["poison"]
    stored = read(blobs().get(version.digest), "bundle.zip")
    assert stored.files["main.py"] == SOURCE
    assert version.job.attempts.get().sent_at is not None


def test_a_single_file_is_named_by_its_file_and_plays_the_games_it_is_said_to(ada: User) -> None:
    version = upload(owner=ada, content=SOURCE, filename="my_bot.py", games=["kazaam", "poison", "kazaam"])
    assert (version.bot.slug, version.games) == ("my-bot", ["poison", "kazaam"])


def test_a_new_version_plays_what_the_one_before_it_plays_unless_it_says_otherwise(
    ada: User, settings: Settings
) -> None:
    settings.UPLOADS_PENDING = 10

    def uploaded(content: bytes, filename: str = "bot.py", **also: Any) -> Version:
        return upload(owner=ada, content=content, filename=filename, **also)

    assert uploaded(SOURCE, games=["kazaam", "alakazoo"]).games == ["kazaam", "alakazoo"]
    assert uploaded(SOURCE + b"#1").games == ["kazaam", "alakazoo"]
    assert uploaded(SOURCE + b"#2", "other.py", slug="bot").games == ["kazaam", "alakazoo"]
    assert uploaded(SOURCE + b"#3", games=["poison"]).games == ["poison"]
    assert uploaded(SOURCE + b"#4").games == ["poison"]
    assert uploaded(zipped(bot__toml=KAZAAM, main__py=SOURCE), "bot.zip", games=["poison"]).games == ["kazaam"]


def test_somebody_elses_bot_of_that_name_says_nothing_of_the_game(ada: User) -> None:
    world.bot("bot", world.author("grace"), games=["kazaam"])
    refused("no-game", ada, games=[])


def test_an_upload_of_which_nothing_says_the_game_is_told_the_games_and_every_way_to_say_it(ada: User) -> None:
    for content, filename in ((SOURCE, "bot.py"), (zipped(bot__toml=NO_GAMES, main__py=SOURCE), "bot.zip")):
        told = refused("no-game", ada, content, filename, games=[])
        assert ", ".join(GAMES) in told.hint
        assert all(way in told.hint for way in ("form", "--game", "API", "bot.toml"))
    assert not Bot.objects.exists()


def test_the_same_file_may_come_again_to_play_another_game(ada: User) -> None:
    first = upload(owner=ada, content=SOURCE, filename="bot.py", games=["poison"])
    second = upload(owner=ada, content=SOURCE, filename="bot.py", games=["kazaam", "poison"])
    assert (second.bot, second.number, second.digest) == (first.bot, 2, first.digest)
    assert "version 1" in refused("same-again", ada, games=["poison"]).message
    assert "version 2" in refused("same-again", ada, games=[]).message


def test_the_same_name_again_is_the_next_version_of_the_bot(ada: User) -> None:
    first = upload(owner=ada, content=SOURCE, filename="bot.py", games=["poison"])
    second = upload(owner=ada, content=SOURCE + b"# better\n", filename="bot.py")
    assert (second.bot, second.number) == (first.bot, 2)


def test_a_bot_of_ones_own_can_be_named_whatever_the_bundle_says(ada: User) -> None:
    first = upload(owner=ada, content=SOURCE, filename="bot.py", games=["poison"])
    second = upload(owner=ada, content=BUNDLE, filename="gus.zip", slug="bot")
    assert second.bot == first.bot


def test_two_authors_may_have_bots_of_one_name(ada: User) -> None:
    upload(owner=ada, content=SOURCE, filename="bot.py", games=["poison"])
    upload(owner=world.author("grace"), content=SOURCE, filename="bot.py", games=["poison"])
    assert Bot.objects.filter(slug="bot").count() == 2


def refused(code: str, owner: User, content: bytes = SOURCE, filename: str = "bot.py", **also: object) -> Refusal:
    """Of an upload that says its game, where a test does not say otherwise."""
    versions, stored = Version.objects.count(), blobs_kept()
    also.setdefault("games", ["poison"])
    with pytest.raises(Refusal) as refusal:
        upload(owner=owner, content=content, filename=filename, **also)  # type: ignore[arg-type]
    assert refusal.value.code == code
    assert refusal.value.message
    assert refusal.value.hint
    assert (Version.objects.count(), blobs_kept()) == (versions, stored), "nothing is kept"
    return refusal.value


def blobs_kept() -> int:
    return sum(path.is_file() and path.name != LOCK for path in site.BLOBS.rglob("*"))


@pytest.mark.parametrize(
    ("code", "content", "filename"),
    [
        ("empty", b"", "bot.py"),
        ("not-an-archive", b"\x89PNG", "bot.png"),
        ("not-an-archive", b"\x1f\x8b\x08", "bot.tar.gz"),
        ("no-bot-toml", zipped(main__py=SOURCE), "bot.zip"),
        ("bad-bot-toml", zipped(bot__toml=b"name = ", main__py=SOURCE), "bot.zip"),
        ("unknown-runtime", zipped(bot__toml=b'name="a"\ngame="poison"\nruntime="cobol"', m=b"x"), "bot.zip"),
        (
            "unknown-game",
            zipped(bot__toml=b'name="a"\ngame="chess"\nruntime="python"', main__py=SOURCE),
            "bot.zip",
        ),
        ("path-outside", zipped(**{"../x": b"x"}), "bot.zip"),
        ("damaged", BUNDLE[:-30], "bot.zip"),
        ("not-text", b"\xff\xfe\x00", "bot.py"),
    ],
)
def test_what_is_wrong_with_a_bundle_is_said_and_nothing_is_kept(
    ada: User, code: str, content: bytes, filename: str
) -> None:
    refused(code, ada, content, filename)
    assert not Bot.objects.exists()


def test_an_upload_that_is_too_big_is_told_the_limit(ada: User, settings: Settings) -> None:
    settings.UPLOAD_BYTES = 1024 * 1024
    told = refused("too-big", ada, b"#" * (1024 * 1024 + 1))
    assert told.status == 413
    assert "1 MiB" in told.message


def test_a_game_that_is_not_there_is_told_which_are(ada: User) -> None:
    assert "poison" in refused("unknown-game", ada, games=["chess"]).hint


def test_somebody_elses_bot_is_not_found(ada: User) -> None:
    world.bot("theirs")
    assert refused("not-found", ada, slug="theirs").status == 404


def test_a_retired_bot_takes_no_more_versions(ada: User) -> None:
    retire(bot=upload(owner=ada, content=SOURCE, filename="bot.py", games=["poison"]).bot)
    assert refused("retired", ada, SOURCE + b"#").status == 409


def test_the_same_files_again_are_refused_with_the_version_they_are(ada: User) -> None:
    upload(owner=ada, content=SOURCE, filename="bot.py", games=["poison"])
    assert "version 1" in refused("same-again", ada).message


def test_a_name_without_a_letter_is_refused(ada: User) -> None:
    content = zipped(bot__toml='name = "猫"\ngame = "poison"\nruntime = "python"\n'.encode(), main__py=SOURCE)
    refused("bad-name", ada, content, "cat.zip")


def test_too_many_that_wait_for_their_check_are_refused(ada: User, settings: Settings) -> None:
    settings.UPLOADS_PENDING = 2
    for number in range(2):
        upload(owner=ada, content=SOURCE + b"#" * number, filename="bot.py", games=["poison"])
    assert refused("too-many-pending", ada, SOURCE + b"##").status == 429


def test_too_many_a_day_are_refused_and_what_failed_by_our_fault_is_not_counted(
    ada: User, settings: Settings
) -> None:
    settings.UPLOADS_A_DAY = 2
    now = timezone.now()
    bot = Bot.objects.create(owner=ada, name="bot", slug="bot")
    ours = {"state": "refused", "built": "", "reason": "not-checked", "message": "our fault"}
    world.version(bot)
    world.version(bot, **ours)
    upload(owner=ada, content=SOURCE, filename="bot.py", games=["poison"], now=now)
    assert refused("too-many-uploads", ada, SOURCE + b"#", now=now).status == 429
    upload(owner=ada, content=SOURCE + b"#", filename="bot.py", now=now + timedelta(days=1, seconds=1))


def test_too_many_bots_are_refused_and_a_retired_one_makes_room(ada: User, settings: Settings) -> None:
    settings.BOTS_A_USER = 1
    first = upload(owner=ada, content=SOURCE, filename="one.py", games=["poison"]).bot
    assert refused("too-many-bots", ada, SOURCE, "two.py").status == 409
    retire(bot=first)
    upload(owner=ada, content=SOURCE, filename="two.py", games=["poison"])


def test_the_blob_is_stored_before_the_row(ada: User, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Killed between the two, an upload leaves a blob that nobody names: never a row without its bytes."""

    def killed(**_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("athanor.jobs.services.open_attempt", killed)
    with pytest.raises(KeyboardInterrupt):
        upload(owner=ada, content=SOURCE, filename="bot.py", games=["poison"])
    assert not Version.objects.exists()
    assert blobs_kept() == 1


@pytest.mark.parametrize(("name", "slug"), [("My Bot!", "my-bot"), ("  A--b ", "a-b"), ("x" * 60, "x" * 40)])
def test_the_address_of_a_bot_follows_from_its_name(name: str, slug: str) -> None:
    assert slug_of(name) == slug


BROKEN = b"def choose(ask):\n    return (0\n"


@pytest.mark.parametrize(
    ("content", "filename", "said"),
    [
        (BROKEN, "bot.py", "bot.py, line 2: '(' was never closed in `return (0`"),
        (b"return 0\n", "bot.py", "bot.py, line 1: 'return' outside function"),
        (b"x = 'a\x00b'\n", "bot.py", "null bytes"),
        (b"(" * 5_000, "bot.py", "nested"),
        (zipped(bot__toml=KAZAAM, main__py=BROKEN), "bot.zip", "main.py, line 2: '(' was never closed"),
        (
            zipped(bot__toml=KAZAAM, main__py=b"import cards\n" + SOURCE, cards__py=BROKEN),
            "bot.zip",
            "cards.py, line 2: '(' was never closed",
        ),
    ],
)
def test_what_python_cannot_compile_is_refused_at_the_door_and_costs_nothing(
    ada: User, settings: Settings, content: bytes, filename: str, said: str
) -> None:
    settings.UPLOADS_A_DAY = settings.BOTS_A_USER = 1
    assert said in refused("bad-syntax", ada, content, filename).message
    assert not Version.objects.exists()
    assert not Bot.objects.exists()
    upload(owner=ada, content=SOURCE, filename="bot.py", games=["poison"])


def test_nothing_of_a_bot_is_run_at_the_door_and_other_files_are_not_its_program(ada: User) -> None:
    loud = b"raise SystemExit('run')\n" + SOURCE
    upload(owner=ada, content=loud, filename="loud.py", games=["poison"])
    unused = zipped(bot__toml=KAZAAM, main__py=SOURCE, old__py=b"print 'of another Python'\n")
    upload(owner=ada, content=unused, filename="bot.zip")


def test_a_bot_whose_every_version_was_refused_takes_no_place_and_no_name(ada: User, settings: Settings) -> None:
    settings.BOTS_A_USER = 1
    first = upload(owner=ada, content=SOURCE, filename="bot.py", name="gus", games=["poison"])
    Version.objects.filter(pk=first.pk).update(
        state="refused", reason="crash", message="It died.", decided_at=timezone.now()
    )
    assert quota(user=ada, now=timezone.now()).bots_left == 1
    again = upload(owner=ada, content=SOURCE + b"#", filename="bot.py", name="Gus", games=["poison"])
    assert (again.bot_id, again.bot.name, again.number) == (first.bot_id, "Gus", 2)
    assert quota(user=ada, now=timezone.now()).bots_left == 0
    assert refused("too-many-bots", ada, SOURCE, "two.py").status == 409


def test_a_refused_bot_that_comes_again_needs_a_place_as_a_new_one_does(ada: User, settings: Settings) -> None:
    settings.BOTS_A_USER = 1
    first = upload(owner=ada, content=SOURCE, filename="one.py", games=["poison"])
    Version.objects.filter(pk=first.pk).update(
        state="refused", reason="crash", message="It died.", decided_at=timezone.now()
    )
    upload(owner=ada, content=SOURCE, filename="two.py", games=["poison"])
    assert refused("too-many-bots", ada, SOURCE + b"#", "one.py").status == 409
