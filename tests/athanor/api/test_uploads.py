"""POST /uploads"""

from __future__ import annotations

import pytest
from pytest_django import Settings

from athanor.bots.models import Version
from tests.athanor import world
from tests.athanor.api import caller

pytestmark = pytest.mark.django_db

SOURCE = b"def choose(ask):\n    return 0\n"


def test_it_works() -> None:
    answer = caller.of(world.author("ada")).upload(SOURCE, "my_bot.py")
    assert answer.status == 201
    assert (answer.document["owner"], answer.document["bot"]) == ("ada", "my-bot")
    assert answer.document["version"]["state"] == "uploaded"
    assert Version.objects.get().joins


def test_what_is_wrong_is_said_in_the_one_shape_of_errors() -> None:
    ada = caller.of(world.author("ada"))
    assert (ada.upload(b"", "bot.py").status, ada.upload(b"", "bot.py").code) == (400, "empty")
    assert ada.upload(b"\x89PNG", "bot.png").code == "not-an-archive"
    assert ada.upload(SOURCE, games="chess").code == "unknown-game"
    assert ada.upload(SOURCE, bot="nobody").status == 404


def test_one_that_is_too_big_is_413(settings: Settings) -> None:
    settings.UPLOAD_BYTES = 1000
    answer = caller.of(world.author()).upload(b"#" * 1001)
    assert (answer.status, answer.code) == (413, "too-big")


def test_the_fields_are_taken() -> None:
    ada = world.author("ada")
    bot = world.bot("gus", ada)
    answer = caller.of(ada).upload(SOURCE, bot="gus", games="poison", joins="false")
    assert (answer.document["bot"], answer.document["version"]["number"]) == ("gus", 2)
    assert not bot.versions.get(number=2).joins


def test_without_a_file_it_says_so() -> None:
    answer = caller.of(world.author()).post("/uploads", {})
    assert (answer.status, answer.code) == (422, "invalid")
    assert "file" in answer.document["error"]["message"]


def test_a_token_without_the_scope_is_told_which_it_needs() -> None:
    answer = caller.of(world.author(), "read").upload(SOURCE)
    assert (answer.status, answer.code) == (403, "missing-scope")
    assert "upload" in answer.document["error"]["hint"]
