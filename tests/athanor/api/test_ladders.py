"""/ladders and their standings"""

from __future__ import annotations

import pytest

from tests.athanor import world
from tests.athanor.api.caller import Caller

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_it_works() -> None:
    ladder = world.ladder()
    bots = [world.bot() for _ in range(4)]
    world.play(world.order(bots, on=ladder)[0], [4, 3, 2, 1])
    (row,) = Caller().get("/ladders").document
    assert (row["slug"], row["bots"], row["matches"], row["waiting"]) == ("poison", 4, 1, 0)
    assert Caller().get("/ladders/poison").document == row
    board = Caller().get("/ladders/poison/standings").document
    assert [place["slug"] for place in board["rows"]] == [bot.slug for bot in reversed(bots)]
    assert [place["rank"] for place in board["rows"]] == [1, 2, 3, 4]
    assert board["next"] == ""


def test_the_board_is_paged() -> None:
    world.ladder()
    for _ in range(5):
        world.bot()
    first = Caller().get("/ladders/poison/standings", limit=3).document
    rest = Caller().get("/ladders/poison/standings", limit=3, cursor=first["next"]).document
    assert [place["rank"] for place in first["rows"] + rest["rows"]] == [1, 2, 3, 4, 5]


def test_a_ladder_that_is_not_there_is_404() -> None:
    for path in ("/ladders/chess", "/ladders/chess/standings"):
        answer = Caller().get(path)
        assert (answer.status, answer.code) == (404, "not-found")


def test_a_cursor_of_another_list_is_400() -> None:
    world.ladder()
    assert Caller().get("/ladders/poison/standings", cursor="WzFd").code == "bad-cursor"
