"""Duplicate sets: every bot in every seat equally often, and before every other one equally often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain, pairwise, permutations

import pytest

from arena.kernel.seatings import Seating, duplicate_set, is_fair, rotated_set, series_length, set_size

SEVERAL = range(2, 13)


def seats_taken(seatings: Iterable[Seating]) -> Counter[tuple[int, int]]:
    return Counter((bot, seat) for seating in seatings for seat, bot in enumerate(seating))


def neighbours(seatings: Iterable[Seating]) -> Counter[tuple[int, int]]:
    """Who plays directly before whom, from one seat to the next."""
    return Counter(pair for seating in seatings for pair in pairwise(seating))


def neighbours_round_the_table(seatings: Iterable[Seating]) -> Counter[tuple[int, int]]:
    """Also from the last seat to the first."""
    return neighbours((*seating, seating[0]) for seating in seatings)


def series(bots: int) -> list[Seating]:
    return list(chain.from_iterable(duplicate_set(bots, number) for number in range(series_length(bots))))


@pytest.mark.parametrize("bots", SEVERAL)
def test_in_a_set_every_bot_sits_in_every_seat_equally_often(bots: int) -> None:
    for number in range(series_length(bots)):
        seatings = duplicate_set(bots, number)
        assert len(seatings) == set_size(bots)
        taken = seats_taken(seatings)
        assert len(taken) == bots * bots
        assert set(taken.values()) == {1 if bots % 2 == 0 else 2}
        assert is_fair(seatings)


@pytest.mark.parametrize("bots", SEVERAL)
def test_in_a_set_every_bot_sits_directly_before_every_other_one_equally_often(bots: int) -> None:
    for number in range(series_length(bots)):
        found = neighbours(duplicate_set(bots, number))
        assert len(found) == bots * (bots - 1)
        assert set(found.values()) == {1 if bots % 2 == 0 else 2}
        around = neighbours_round_the_table(duplicate_set(bots, number)).values()
        assert max(around) - min(around) <= 1


@pytest.mark.parametrize("bots", SEVERAL)
def test_in_a_series_of_sets_neighbours_round_the_table_are_equal_too(bots: int) -> None:
    found = neighbours_round_the_table(series(bots))
    assert len(found) == bots * (bots - 1)
    assert len(set(found.values())) == 1
    assert duplicate_set(bots, series_length(bots)) == duplicate_set(bots, 0), "then it begins anew"


def test_three_bots_play_in_every_order() -> None:
    assert set(duplicate_set(3)) == set(permutations(range(3)))
    assert set(neighbours_round_the_table(duplicate_set(3)).values()) == {3}


@pytest.mark.parametrize(
    ("bots", "matches", "sets"), [(1, 1, 1), (2, 2, 1), (3, 6, 1), (4, 4, 3), (5, 10, 2), (6, 6, 5)]
)
def test_what_sets_cost_is_what_the_table_says(bots: int, matches: int, sets: int) -> None:
    assert (set_size(bots), series_length(bots)) == (matches, sets)


@pytest.mark.parametrize("bots", [1, *SEVERAL])
def test_a_set_begins_in_the_order_in_which_the_bots_were_named(bots: int) -> None:
    assert duplicate_set(bots)[0] == tuple(range(bots))


@pytest.mark.parametrize("bots", range(3, 13))
def test_moving_up_one_seat_leaves_everybody_behind_the_same_neighbour(bots: int) -> None:
    """What sets were before, and recorded tournaments still are: fair to seats, and not to neighbours."""
    assert is_fair(rotated_set(bots))
    assert len(neighbours_round_the_table(rotated_set(bots))) == bots


def test_one_seating_of_several_bots_is_not_fair() -> None:
    assert not is_fair([(0, 1, 2)])
    assert not is_fair([(0, 1, 2), (1, 2, 0), (1, 2, 0)])
    assert not is_fair([(0, 1), (0, 1)])
