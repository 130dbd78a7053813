"""Swiss rounds at larger tables: no repeats where none need be, fair byes, even seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.pairing import Seats, Swiss, Tournament, plan, score_groups
from arena.pairing.score_groups import Drawn, Player, draw, table_sizes
from tests.arena.pairing import kit


@pytest.mark.parametrize(
    ("entrants", "seats", "sizes"),
    [
        (12, Seats(4, 4), [4, 4, 4]),
        (13, Seats(3, 4), [4, 3, 3, 3]),
        (5, Seats(3, 4), [4]),
        (5, Seats(2, 4), [3, 2]),
        (7, Seats(3, 3), [3, 3]),
        (2, Seats(3, 4), []),
        (6, Seats(2, 6), [6]),
        (7, Seats(4, 6), [6]),
    ],
)
def test_as_few_stand_by_as_can_be_then_as_few_tables(entrants: int, seats: Seats, sizes: list[int]) -> None:
    assert table_sizes(entrants, seats) == sizes


def played(entrants: int, seats: Seats, rounds: int, seed: int) -> Tournament:
    tournament = kit.entered(kit.settings(Swiss(rounds), seats=seats), entrants)
    return kit.play_through(tournament, kit.by_chance(Random(seed)))


@pytest.mark.slow
@settings(max_examples=30)
@given(most=st.integers(3, 6), tables=st.integers(3, 24), seed=st.integers(0, 2**32))
def test_nobody_meets_again_while_there_are_more_tables_than_opponents(most: int, tables: int, seed: int) -> None:
    """There is such a round by Hajnal and Szemerédi; it has to be found."""
    rounds = 1 + (tables - 1) // (most - 1)
    tournament = played(most * tables, Seats(most, most), rounds, seed)
    met = Counter(pair for match in tournament.matches.values() for pair in kit.pairs(match.players))
    assert tournament.stages[0].regular_rounds == rounds
    assert max(met.values()) == 1


@pytest.mark.slow
@settings(max_examples=20)
@given(entrants=st.integers(8, 60), least=st.integers(3, 4), seed=st.integers(0, 2**32))
def test_byes_and_seats_go_round(entrants: int, least: int, seed: int) -> None:
    tournament = played(entrants, Seats(least, 4), 6, seed)
    record = tournament.stages[0]
    byes = Counter(dict.fromkeys(record.order, 0))
    seats: dict[str, Counter[int]] = {one: Counter() for one in record.order}
    for one in record.rounds:
        byes.update(one.byes)
    for match in record.matches.values():
        for seat, player in enumerate(match.players):
            seats[player][seat] += 1
    assert max(byes.values()) - min(byes.values()) <= 1
    assert all(max(sat.values()) <= 4 for sat in seats.values())
    spread = [max(sat.values()) - min(sat[seat] for seat in range(3)) for sat in seats.values()]
    assert sum(spread) / len(spread) < 2


def test_score_groups_stay_together() -> None:
    tournament = kit.entered(kit.settings(Swiss(2), seats=Seats(4, 4)), 64)
    kit.settle(tournament, start=True)
    for one in tournament.wanted():
        kit.play(tournament, one, kit.better_number(one))
    kit.settle(tournament)
    second = [match for match in tournament.matches.values() if match.round == 2]
    numbers = [{int(player[1:]) for player in match.players} for match in second]
    assert numbers[0] <= set(range(1, 17)), "the winners of the first round are among themselves"
    assert numbers[-1] <= set(range(49, 65))


def test_a_small_field_is_told_that_some_will_meet_again() -> None:
    planned = plan(kit.settings(Swiss(3), seats=Seats(4, 4)), 8)
    assert planned.pairings == (6, 6)
    assert planned.notices == (
        "8 entrants at tables of 4: from round 2 on some may have to meet again; as few as can be found.",
    )
    tournament = played(8, Seats(4, 4), 3, 1)
    met = Counter(pair for match in tournament.matches.values() for pair in kit.pairs(match.players))
    assert tournament.stages[0].regular_rounds == 3
    assert max(met.values()) <= 2
    assert len(met) >= 20, "of 28 pairs"


SEARCHED = [(15, 3, 1, 5), (15, 3, 2, 5), (16, 4, 1, 3), (16, 4, 2, 3), (20, 4, 1, 4)]
"""Entrants, seats, a seed, and as many rounds without repeats; exchanges alone find one fewer."""


def field(points: Sequence[int], met: Sequence[tuple[int, int]] = (), seats: int = 3) -> list[Player]:
    """Numbers 1, 2 and so on; `met`: whose numbers have sat together."""
    of: list[dict[str, int]] = [{} for _ in points]
    for one, other in met:
        of[one - 1][str(other)] = of[other - 1][str(one)] = 1
    return [
        Player(str(number), number, Fraction(had), of[number - 1], (0,) * seats, 0)
        for number, had in enumerate(points, 1)
    ]


def rounds(entrants: int, seats: int, seed: int) -> Iterator[tuple[list[Player], Drawn]]:
    """Round after round of a field of chance, as long as nobody has to meet again."""
    chance = Random(seed)
    points, met = [chance.randint(0, 6) for _ in range(entrants)], list[tuple[int, int]]()
    while True:
        players = field(points, met, seats)
        drawn = draw(players, Seats(seats, seats))
        yield players, drawn
        if drawn.repeats:
            return
        met += [(int(one), int(other)) for table in drawn.tables for one, other in combinations(table, 2)]
        points = [had + chance.randint(0, 2) for had in points]


def can_be_seated(players: Sequence[Player], seats: int) -> bool:
    """Whether there is a round without a repeat: all there are, tried one after the other."""
    if not players:
        return True
    first, rest = players[0], players[1:]
    return any(
        can_be_seated([one for one in rest if one not in others], seats)
        for others in combinations([one for one in rest if one.key not in first.met], seats - 1)
        if all(other.key not in one.met for one, other in combinations(others, 2))
    )


@pytest.mark.parametrize("seed", range(25))
def test_a_round_without_repeats_is_found_if_there_is_one(seed: int) -> None:
    """Also where no exchange of two leads there: of twelve at tables of three, from the fourth round on."""
    for players, drawn in rounds(12, 3, seed):
        assert (drawn.repeats == 0) == can_be_seated(players, 3)
        assert sorted(key for table in drawn.tables for key in table) == sorted(one.key for one in players)
        of = {one.key: one for one in players}
        seen = sum(of[one].met.get(other, 0) for table in drawn.tables for one, other in combinations(table, 2))
        assert drawn.repeats == seen
        tops = [min((-of[key].points, of[key].number) for key in table) for table in drawn.tables]
        assert tops == sorted(tops), "the highest scored table first"


@pytest.mark.parametrize(("entrants", "seats", "seed", "least"), SEARCHED)
def test_a_search_goes_on_where_exchanges_end(entrants: int, seats: int, seed: int, least: int) -> None:
    assert sum(not drawn.repeats for _, drawn in rounds(entrants, seats, seed)) >= least


def test_a_search_that_takes_too_long_leaves_the_fewest_repeats_that_exchanges_gave(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entrants, seats, seed, least = SEARCHED[0]
    monkeypatch.setattr(score_groups, "PATIENCE", 3)
    *without, (players, last) = rounds(entrants, seats, seed)
    assert len(without) < least
    assert 0 < last.repeats <= 2
    assert {key for table in last.tables for key in table} == {one.key for one in players}


def test_of_equals_the_last_number_rests() -> None:
    assert draw(field([1] * 7), Seats(3, 3)).byes == ("7",)
    assert draw(field([1, 1, 0, 0, 1, 1, 1, 1]), Seats(3, 3)).byes == ("3", "4")


def test_the_better_numbers_sit_in_front_where_seats_are_as_even() -> None:
    (table,) = draw(field([0, 2, 1]), Seats(3, 3)).tables
    assert table == ("1", "2", "3")
