"""POST /uploads"""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

from arena.games.registry import GAMES
from athanor.bots.models import Version
from tests.athanor import world
from tests.athanor.api import caller

pytestmark = [pytest.mark.django_db, pytest.mark.database]

SOURCE = b"def choose(ask):\n    return 0\n"


def test_it_works() -> None:
    answer = caller.of(world.author("ada")).upload(SOURCE, "my_bot.py", games="poison")
    assert answer.status == 201
    assert (answer.document["owner"], answer.document["bot"]) == ("ada", "my-bot")
    assert (answer.document["version"]["state"], answer.document["version"]["games"]) == ("uploaded", ["poison"])
    assert Version.objects.get().joins


def test_what_is_wrong_is_said_in_the_one_shape_of_errors() -> None:
    ada = caller.of(world.author("ada"))
    assert (ada.upload(b"", "bot.py").status, ada.upload(b"", "bot.py").code) == (400, "empty")
    assert ada.upload(b"\x89PNG", "bot.png").code == "not-an-archive"
    assert ada.upload(SOURCE, games="chess").code == "unknown-game"
    assert ada.upload(SOURCE, bot="nobody").status == 404
    assert ada.upload(SOURCE, bot="no\0body").status == 404


def test_games_are_parted_by_commas_and_a_new_version_may_leave_them_out() -> None:
    ada = caller.of(world.author("ada"))
    assert ada.upload(SOURCE, games="kazaam, poison").document["version"]["games"] == ["poison", "kazaam"]
    assert ada.upload(SOURCE + b"#").document["version"]["games"] == ["poison", "kazaam"]
    assert ada.upload(SOURCE + b"##", games="alakazoo").document["version"]["games"] == ["alakazoo"]


def test_a_single_file_of_which_nothing_says_the_game_is_told_how_to_say_it() -> None:
    answer = caller.of(world.author()).upload(SOURCE)
    assert (answer.status, answer.code) == (400, "no-game")
    hint = answer.document["error"]["hint"]
    assert all(game in hint for game in GAMES)
    assert "the field `games` of the API" in hint


def test_one_that_is_too_big_is_413(settings: Settings) -> None:
    settings.UPLOAD_BYTES = 1000
    answer = caller.of(world.author()).upload(b"#" * 1001)
    assert (answer.status, answer.code) == (413, "too-big")


def test_one_that_is_too_big_is_refused_before_it_is_read(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.UPLOAD_BYTES = 1000
    monkeypatch.setattr("athanor.bots.services.upload", None)
    answer = caller.of(world.author()).upload(b"#" * 1001)
    assert (answer.status, answer.code) == (413, "too-big")
    assert "1,001 bytes" in answer.document["error"]["message"]


def test_the_fields_are_taken() -> None:
    ada = world.author("ada")
    bot = world.bot("gus", ada)
    answer = caller.of(ada).upload(SOURCE, bot="gus", games="poison", joins="false")
    assert (answer.document["bot"], answer.document["version"]["number"]) == ("gus", 2)
    assert not bot.versions.get(number=2).joins


def test_a_body_that_is_no_form_is_said_to_be_unreadable() -> None:
    secret = world.token(world.author())
    answer = Client(headers={"Authorization": f"Bearer {secret}"}).generic(
        "POST", "/api/v1/uploads", b"junk", content_type="multipart/form-data"
    )
    assert answer.status_code == 400
    assert "cannot be read" in answer.json()["error"]["message"]


def test_without_a_file_it_says_so() -> None:
    answer = caller.of(world.author()).post("/uploads", {})
    assert (answer.status, answer.code) == (422, "invalid")
    assert "file" in answer.document["error"]["message"]


def test_a_token_without_the_scope_is_told_which_it_needs() -> None:
    answer = caller.of(world.author(), "read").upload(SOURCE)
    assert (answer.status, answer.code) == (403, "missing-scope")
    assert "upload" in answer.document["error"]["hint"]
