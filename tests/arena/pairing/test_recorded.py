"""A Swiss of 512 entrants and a double elimination of 256, as they were played once."""

from __future__ import annotations

from collections import Counter

import pytest

from arena.pairing import Paired, Tournament, audit, fold, layout, standings
from tests.arena.pairing import recorded


@pytest.fixture(scope="module")
def swiss() -> recorded.Recording:
    return recorded.read(recorded.SWISS)


@pytest.fixture(scope="module")
def double() -> recorded.Recording:
    return recorded.read(recorded.DOUBLE)


def test_the_swiss_ends_as_it_did(swiss: recorded.Recording) -> None:
    tournament = fold(swiss.settings, swiss.events)
    assert recorded.order_of(tournament) == swiss.order
    assert len(swiss.order) == 512
    assert tournament.stages[0].regular_rounds == 9


def test_in_the_swiss_nobody_met_twice_or_rested_twice_or_sat_too_often_in_one_seat(
    swiss: recorded.Recording,
) -> None:
    tournament = fold(swiss.settings, swiss.events)
    record = tournament.stages[0]
    met = Counter(frozenset(match.players) for match in record.matches.values())
    assert set(met.values()) == {1}
    byes = Counter(one for round_ in record.rounds for one in round_.byes)
    assert set(byes.values()) <= {1}
    seats: dict[str, list[int]] = {one: [] for one in record.order}
    for match in record.matches.values():
        for seat, player in enumerate(match.players):
            seats[player].append(seat)
    uneven = [one for one, sat in seats.items() if abs(len(sat) - 2 * sum(sat)) > 2]
    in_a_row = [
        one for one, sat in seats.items() if any(len({*sat[at : at + 3]}) == 1 for at in range(len(sat) - 2))
    ]
    assert len(uneven) + len(in_a_row) <= 4, "only top scorers, and only in the last round (A.7)"


@pytest.mark.slow
@pytest.mark.parametrize("number", [9])
def test_a_round_of_the_swiss_is_paired_the_same_again(swiss: recorded.Recording, number: int) -> None:
    tournament = Tournament(swiss.settings)
    for event in swiss.events:
        if isinstance(event, Paired) and event.round == number:
            assert tournament.due() == event
            return
        tournament.apply(event)
    raise AssertionError("there is no such round")


@pytest.mark.slow
def test_the_double_elimination_ends_as_it_did(double: recorded.Recording) -> None:
    assert audit(double.settings, double.events) == []
    tournament = fold(double.settings, double.events)
    assert recorded.order_of(tournament) == double.order
    assert len(tournament.matches) in {510, 511}
    lost = Counter(match.in_order()[1] for match in tournament.matches.values())
    assert lost[tournament.champions[0]] < 2
    assert sorted(lost.values())[-255:] == [2] * 255


def test_the_double_elimination_can_be_drawn(double: recorded.Recording) -> None:
    tournament = fold(double.settings, double.events)
    found = layout(tournament, 1)
    assert found is not None
    assert len(found.boxes) == 255 + 254 + 2
    assert found.columns == (("winners", 8), ("losers", 14), ("final", 2))
    assert found.rows == (("winners", 128), ("losers", 64), ("final", 1))
    assert all(box.decided for box in found.boxes)
    assert standings(tournament, 1)[0].reached == "Winner"
