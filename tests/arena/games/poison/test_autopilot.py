"""The documented policy of a seat whose bot is out."""

from __future__ import annotations

from arena.games.poison.actions import Play
from arena.games.poison.autopilot import least_risky

CAULDRONS: list[list[str]] = [["red-7"], ["blue-4", "poison", "poison"], []]
SUMS = [7, 12, 0]


def chosen(*plays: tuple[str, int]) -> Play:
    return least_risky([Play(*play) for play in plays], SUMS, CAULDRONS)


def test_a_play_without_an_overflow_comes_before_any_with_one() -> None:
    assert chosen(("red-7", 0), ("red-1", 0)) == ("red-1", 0)


def test_of_unavoidable_overflows_the_one_that_takes_fewest_points_is_played() -> None:
    assert chosen(("blue-2", 1), ("red-7", 0)) == ("red-7", 0)
    assert chosen(("poison", 1), ("red-7", 0)) == ("red-7", 0)


def test_of_safe_plays_the_higher_card_goes() -> None:
    assert chosen(("red-1", 0), ("red-5", 0), ("purple-2", 2)) == ("red-5", 0)


def test_then_the_fuller_cauldron_is_filled() -> None:
    assert chosen(("poison", 2), ("poison", 0)) == ("poison", 0)


def test_then_the_first_listed_is_taken() -> None:
    assert least_risky([Play("purple-2", 0), Play("purple-2", 1)], [0, 0, 0], [[], [], []]) == Play("purple-2", 0)
