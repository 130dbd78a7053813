"""The house bots of Kazaam: never illegal, repeatable, and as strong as they are said."""

from __future__ import annotations

import pytest

from tests.arena.house.test_house_bots import mean_rank, play

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
    play(["thinking", *["greedy", "random", "random", "greedy"][: seats - 1]], bytes(32), options, "kazaam")


def test_the_same_match_is_played_the_same_again() -> None:
    names = ["random", "greedy", "thinking"]
    assert play(names, bytes(32), game_name="kazaam") == play(names, bytes(32), game_name="kazaam")


def test_greedy_beats_random() -> None:
    assert mean_rank("greedy", "random", seats=3, deals=4, game_name="kazaam") < 1.3


def test_thinking_beats_greedy() -> None:
    assert mean_rank("thinking", "greedy", seats=2, deals=5, game_name="kazaam") < 1.3
