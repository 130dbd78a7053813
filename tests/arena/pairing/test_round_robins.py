"""Everybody meets everybody: Berger tables, cyclic designs, late entries, early leavers."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from caissify_pairings.engines.round_robin import berger_round

from arena.pairing import (
    Entered,
    Entrant,
    Gauntlet,
    Groups,
    NotNow,
    Pace,
    RoundRobin,
    Seats,
    SingleElimination,
    Swiss,
    Withdrawn,
    standings,
)
from arena.pairing.formats.groups.course import name
from arena.pairing.schedules import berger, design, meetings, perfect_family, schedule, snaked
from arena.pairing.tables import crossed
from tests.arena.pairing import kit


@pytest.mark.parametrize("entrants", range(2, 41, 2))
def test_berger_tables_are_those_of_an_independent_program(entrants: int) -> None:
    theirs = [
        {(white - 1, black - 1) for white, black in berger_round(entrants, number)}
        for number in range(1, entrants)
    ]
    assert [set(tables) for tables in berger(entrants)] == theirs


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 8, 13, 64, 101])
def test_two_meet_once_and_seats_are_even(entrants: int) -> None:
    rounds = schedule(entrants, kit.TWO, 1)
    met = Counter(frozenset(table) for tables in rounds for table in tables)
    assert set(met.values()) == {1}
    assert len(met) == entrants * (entrants - 1) // 2
    first = Counter(table[0] for tables in rounds for table in tables)
    assert max(abs(2 * first[one] - (entrants - 1)) for one in range(entrants)) <= 1


def test_a_double_round_robin_changes_the_seats() -> None:
    rounds = schedule(6, kit.TWO, 2)
    assert Counter(table for tables in rounds for table in tables) == Counter(
        (one, other) for one in range(6) for other in range(6) if one != other
    )


@pytest.mark.parametrize(
    ("entrants", "size"), [(7, 3), (13, 3), (19, 3), (37, 3), (13, 4), (37, 4), (21, 5), (41, 5), (31, 6)]
)
def test_where_a_difference_family_exists_everybody_meets_once(entrants: int, size: int) -> None:
    assert perfect_family(entrants, size)
    assert meetings(entrants, size) == (1, 1)
    met = Counter(
        frozenset((one, other))
        for table in design(entrants, size)
        for one in table
        for other in table
        if one < other
    )
    assert set(met.values()) == {1}
    assert len(met) == entrants * (entrants - 1) // 2


@pytest.mark.parametrize("size", [3, 4, 5, 6])
@pytest.mark.parametrize("entrants", [6, 7, 8, 9, 12, 16, 25, 33, 64])
def test_a_design_is_even_and_leaves_no_pair_out(entrants: int, size: int) -> None:
    tables = design(entrants, size)
    assert all(len(set(table)) == size for table in tables)
    if entrants > size:
        seats = Counter((seat, one) for table in tables for seat, one in enumerate(table))
        assert len(set(seats.values())) == 1, "everybody sits in every seat equally often"
        assert len(seats) == size * entrants
    met = Counter(frozenset((one, other)) for table in tables for one in table for other in table if one < other)
    assert len(met) == entrants * (entrants - 1) // 2
    assert (min(met.values()), max(met.values())) == meetings(entrants, size)


def test_a_late_entry_plays_everybody() -> None:
    tournament = kit.entered(kit.settings(RoundRobin(), pace=Pace.ROUNDS), 5)
    kit.settle(tournament, start=True)
    for one in tournament.wanted():
        kit.play(tournament, one, kit.better_number(one))
    tournament.apply(Entered(Entrant("p6")))
    kit.play_through(tournament)
    met = Counter(frozenset(match.players) for match in tournament.matches.values())
    assert set(met.values()) == {1}
    assert len(met) == 15
    assert tournament.stages[0].regular_rounds == 6, "one more: in the others it took the place of the bye"


def test_who_leaves_before_the_half_leaves_no_result() -> None:
    tournament = kit.entered(kit.settings(RoundRobin(), pace=Pace.ROUNDS), 6)
    kit.settle(tournament, start=True)
    for _ in range(2):
        for one in tournament.wanted():
            kit.play(tournament, one, kit.better_number(one))
        kit.settle(tournament)
    tournament.apply(Withdrawn("p1"))
    kit.play_through(tournament)
    rows = {row.entrant: row for row in standings(tournament, 1)}
    assert rows["p1"].place == 6
    assert (rows["p1"].points, rows["p1"].played) == (0, 0)
    assert [rows[f"p{number}"].points for number in range(2, 7)] == [4, 3, 2, 1, 0]
    assert tournament.champions == ("p2",)


def test_who_leaves_later_loses_the_rest_by_forfeit() -> None:
    tournament = kit.entered(kit.settings(RoundRobin(), pace=Pace.ROUNDS), 6)
    kit.settle(tournament, start=True)
    for _ in range(3):
        for one in tournament.wanted():
            kit.play(tournament, one, kit.better_number(one))
        kit.settle(tournament)
    tournament.apply(Withdrawn("p1"))
    kit.play_through(tournament)
    rows = {row.entrant: row for row in standings(tournament, 1)}
    assert rows["p1"].points == 3
    assert sum(row.points for row in rows.values()) == 15, "nothing is lost: its opponents have the rest"


def test_larger_tables_take_no_late_entry() -> None:
    tournament = kit.entered(kit.settings(RoundRobin(), seats=Seats(3, 3)), 7)
    kit.settle(tournament, start=True)
    with pytest.raises(NotNow, match="drawn as a whole"):
        tournament.apply(Entered(Entrant("late")))


def test_groups_are_dealt_by_snake() -> None:
    assert snaked([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 4) == [[1, 8, 9], [2, 7, 10], [3, 6], [4, 5]]
    assert [name(place) for place in (0, 25, 26, 27, 63)] == ["A", "Z", "AA", "AB", "BL"]


@pytest.mark.parametrize("groups", range(2, 9))
@pytest.mark.parametrize("each", [2, 3, 4])
def test_nobody_meets_its_own_group_at_once(groups: int, each: int) -> None:
    tiers = [[f"{group}:{place}" for group in range(groups)] for place in range(each)]
    of = {one: int(one.split(":")[0]) for tier in tiers for one in tier}
    order = crossed(tiers, of)
    assert sorted(order) == sorted(of)
    whole = 1 << (len(order) - 1).bit_length()
    first_round = [(place, whole - 1 - place) for place in range(whole // 2) if whole - 1 - place < len(order)]
    assert all(of[order[one]] != of[order[other]] for one, other in first_round)


def test_the_best_of_each_group_go_on_and_later_leavers_are_followed_by_the_next() -> None:
    of = kit.settings(Groups(2), SingleElimination())
    tournament = kit.entered(of, 12)
    kit.settle(tournament, start=True)
    games = list(tournament.wanted())
    for one in games[:-1]:
        kit.play(tournament, one, kit.better_number(one))
    tournament.apply(Withdrawn("p1"))
    kit.play(tournament, games[-1], kit.better_number(games[-1]))
    kit.settle(tournament)
    assert set(tournament.stages[1].field) == {f"p{number}" for number in (2, 3, 4, 5, 6, 7, 8, 9)}
    kit.play_through(tournament)
    assert tournament.champions == ("p2",)


@pytest.mark.parametrize(("hosts", "seats", "entrants"), [(1, 2, 9), (3, 2, 5), (3, 2, 20), (2, 3, 9), (4, 3, 9)])
def test_every_challenger_meets_every_host(hosts: int, seats: int, entrants: int) -> None:
    tournament = kit.entered(kit.settings(Gauntlet(hosts), seats=Seats(seats, seats)), entrants)
    kit.play_through(tournament, kit.by_chance(Random(1)))
    met = Counter(pair for match in tournament.matches.values() for pair in kit.pairs(match.players))
    for challenger in range(hosts + 1, entrants + 1):
        times = {met[frozenset((f"p{challenger}", f"p{host}"))] for host in range(1, hosts + 1)}
        assert len(times) == 1
        assert times != {0}
        for other in range(hosts + 1, challenger):
            assert not met[frozenset((f"p{challenger}", f"p{other}"))]


def test_a_stage_can_be_any_format() -> None:
    of = kit.settings(Swiss(3), Groups(2), RoundRobin())
    import dataclasses

    stages = (
        dataclasses.replace(of.stages[0], advance=8),
        dataclasses.replace(of.stages[1], advance=2),
        of.stages[2],
    )
    tournament = kit.play_through(kit.entered(dataclasses.replace(of, stages=stages), 16))
    assert [len(record.field) for record in tournament.stages] == [16, 8, 4]
    assert tournament.champions == ("p1",)
