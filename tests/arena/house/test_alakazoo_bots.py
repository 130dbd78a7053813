"""The house bots of Alakazoo: never illegal, repeatable, and as strong as they are said."""

from __future__ import annotations

from typing import Any

import pytest

from tests.arena.house.test_house_bots import mean_rank, play

ALL = {"portals": "choose", "tommy": True, "university": True, "round_limit": 12}


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {}),
        (1, {**ALL, "book": "goal"}),
        (2, {}),
        (3, {**ALL, "book": "instead"}),
        (4, {**ALL, "book": "bonus"}),
    ],
)
def test_they_play_to_the_end_with_every_option(seats: int, options: dict[str, Any]) -> None:
    play(["thinking", "greedy", "random", "greedy"][:seats], bytes(32), options, "alakazoo")


def test_greedy_plays_alone() -> None:
    play(["greedy"], bytes(32), {}, "alakazoo")


def test_the_same_match_is_played_the_same_again() -> None:
    names = ["random", "greedy", "thinking"]
    options = {"round_limit": 8}
    assert play(names, bytes(32), options, "alakazoo") == play(names, bytes(32), options, "alakazoo")


def test_greedy_beats_random() -> None:
    assert mean_rank("greedy", "random", seats=2, deals=5, game_name="alakazoo") < 1.25


def test_thinking_beats_greedy() -> None:
    assert mean_rank("thinking", "greedy", seats=2, deals=6, game_name="alakazoo") < 1.45
