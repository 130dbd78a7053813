"""The house bots of Kazaam: never illegal, and repeatable."""

from __future__ import annotations

import pytest

from tests.arena.house.test_house_bots import play

OTHERWISE = {
    "head_scope": "aimed",
    "full_hand": "discard-first",
    "counters": "some-double",
    "kazaam": "spoken",
    "favourite_bonus": "all",
    "round_limit": 30,
}


@pytest.mark.parametrize("options", [{}, OTHERWISE], ids=["defaults", "otherwise"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_they_play_to_the_end_with_every_option(seats: int, options: dict[str, str]) -> None:
    names = ["thinking", *["greedy", "random", "random", "greedy"][: seats - 1]]
    play(names, bytes(32), options, "kazaam", little=True)


def test_the_same_match_is_played_the_same_again() -> None:
    names, options = ["random", "greedy", "thinking"], {"round_limit": 10}
    assert play(names, bytes(32), options, "kazaam") == play(names, bytes(32), options, "kazaam")
