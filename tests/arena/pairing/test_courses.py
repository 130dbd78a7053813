"""What each format promises beside its rounds: late entries, early leavers, seats, cycles, lengths.

Each of these was seen to fail with the one line of the format broken that it is about.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from arena.pairing import (
    DoubleElimination,
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
    Tournament,
    Withdrawn,
    standings,
)
from arena.pairing.dutch import Result
from arena.pairing.formats.single_elimination.course import tree_of_tables
from arena.pairing.formats.swiss.course import history, players
from arena.pairing.score_groups import Player, draw
from arena.pairing.settings import Format, Settings, Stage
from tests.arena.pairing import kit


def begun(of: Format, entrants: int, seats: Seats = kit.TWO, pace: Pace = Pace.ROUNDS) -> Tournament:
    """One that goes by rounds, its first one paired. (Groups need a stage that follows them.)"""
    then = (SingleElimination(),) if isinstance(of, Groups) else ()
    tournament = kit.entered(kit.settings(of, *then, seats=seats, pace=pace), entrants)
    kit.settle(tournament, start=True)
    return tournament


def play_round(tournament: Tournament, result: kit.Result = kit.better_number) -> None:
    for one in tournament.wanted():
        kit.play(tournament, one, result(one))


def met(tournament: Tournament) -> Counter[tuple[str, ...]]:
    """Who sat in front of whom in the first stage, how often."""
    return Counter(match.players for match in tournament.stages[0].regular())


def both_ways(*people: str) -> Counter[tuple[str, ...]]:
    return Counter((one, other) for one in people for other in people if one != other)


# Round robins


def test_a_late_entry_of_a_double_round_robin_meets_everybody_from_both_seats() -> None:
    tournament = begun(RoundRobin(2), 5)
    play_round(tournament)
    tournament.apply(Entered(Entrant("p6")))
    tournament.apply(Entered(Entrant("p7")))
    kit.play_through(tournament)
    assert met(tournament) == both_ways(*(f"p{number}" for number in range(1, 8)))


@pytest.mark.parametrize("of", [RoundRobin(), Groups(2), Gauntlet(2)], ids=lambda of: type(of).__name__)
def test_in_every_round_everybody_has_one_table_or_is_said_to_have_none(of: Format) -> None:
    """Also who came late, for whom there is room beside the schedule."""
    tournament = begun(of, 11)
    for late in ("p12", "p13"):
        play_round(tournament)
        tournament.apply(Entered(Entrant(late)))
        kit.settle(tournament)
    kit.play_through(tournament)
    record = tournament.stages[0]
    for one in record.rounds:
        there = Counter([player for key in one.keys for player in record.matches[key].players] + list(one.byes))
        assert set(there.values()) == {1}
        assert set(there) == set(record.order[: min(13, 10 + one.number)])


# Groups


def test_late_entries_come_into_the_smallest_groups() -> None:
    tournament = begun(Groups(2), 12)
    play_round(tournament)
    for number in (13, 14):
        tournament.apply(Entered(Entrant(f"p{number}")))
    rows = {row.entrant: row.group for row in standings(tournament, 1)}
    assert {rows["p13"], rows["p14"]} == {"A", "B"}
    kit.play_through(tournament)
    groups = {group: [one for one, of in rows.items() if of == group] for group in "AB"}
    expected = Counter(
        frozenset((one, other))
        for members in groups.values()
        for one in members
        for other in members
        if one < other
    )
    assert Counter(frozenset(pair) for pair in met(tournament).elements()) == expected


def test_in_a_double_round_of_groups_all_meet_from_both_seats() -> None:
    tournament = kit.play_through(begun(Groups(2, 2), 12))
    snake = [1, 4, 5, 8, 9, 12], [2, 3, 6, 7, 10, 11]
    assert met(tournament) == sum((both_ways(*(f"p{number}" for number in group)) for group in snake), Counter())


@pytest.mark.parametrize(("rounds", "counts"), [(4, False), (5, True)])
def test_who_leaves_a_group_before_half_of_both_cycles_leaves_no_result(rounds: int, counts: bool) -> None:
    """Six of a group, twice: ten pairings each."""
    tournament = begun(Groups(2, 2), 12)
    for _ in range(rounds):
        play_round(tournament)
        kit.settle(tournament)
    tournament.apply(Withdrawn("p1"))
    kit.play_through(tournament)
    row = next(row for row in standings(tournament, 1) if row.entrant == "p1")
    assert (row.points > 0, row.played > 0) == (counts, counts)


def test_who_come_out_of_one_group_do_not_meet_at_once() -> None:
    stages = (Stage(Groups(3), advance=2), Stage(SingleElimination()))
    tournament = kit.play_through(kit.entered(Settings(stages, seed=kit.SEED), 9))
    group = {row.entrant: row.group for row in standings(tournament, 1)}
    first = [match for match in tournament.stages[1].matches.values() if match.round == 1]
    assert len(first) == 2
    assert all(group[match.players[0]] != group[match.players[1]] for match in first)


def test_a_group_is_larger_than_what_goes_on_of_it() -> None:
    with pytest.raises(NotNow, match="leave 4 in the smallest, where 5 are needed"):
        begun(Groups(2), 9)


# Gauntlet


def test_a_gauntlet_is_ranked_by_what_was_scored_a_pairing() -> None:
    tournament = begun(Gauntlet(1), 4)
    kit.play_through(tournament, lambda wanted: [1 if one in ("p1", "p3") else 2 for one in wanted.seating])
    tied = {row.entrant: row.points for row in standings(tournament, 1)}
    assert tied["p1"] > tied["p3"], "a host has more pairings, and so more points"
    upset = kit.play_through(
        begun(Gauntlet(1), 4),
        lambda wanted: [1 if one == ("p3" if "p3" in wanted.seating else "p1") else 2 for one in wanted.seating],
    )
    assert upset.champions == ("p3",), "one of one is more than two of three"


@pytest.mark.parametrize("cycles", [1, 2])
def test_hosts_and_challengers_change_seats(cycles: int) -> None:
    tournament = kit.play_through(begun(Gauntlet(2, cycles), 10))
    found = met(tournament)
    assert set(found.values()) == {1}
    assert len(found) == 2 * 8 * cycles
    for host in ("p1", "p2"):
        assert sum(pair[0] == host for pair in found) == 4 * cycles, "in front as often as behind"
    if cycles == 2:
        assert all((other, one) in found for one, other in found)


@pytest.mark.parametrize(("rounds", "counts"), [(1, False), (2, True)])
def test_who_leaves_a_gauntlet_before_half_of_it_leaves_no_result(rounds: int, counts: bool) -> None:
    tournament = begun(Gauntlet(4), 8)
    for _ in range(rounds):
        play_round(tournament)
        kit.settle(tournament)
    tournament.apply(Withdrawn("p5"))
    kit.play_through(tournament)
    row = next(row for row in standings(tournament, 1) if row.entrant == "p5")
    assert (row.played > 0) == counts


def test_a_late_challenger_is_taken_while_a_challenge_is_open() -> None:
    tournament = begun(Gauntlet(1), 3, pace=Pace.FLOWING)
    assert tournament.due() is None, "all is paired"
    tournament.apply(Entered(Entrant("p4")))
    kit.play_through(tournament)
    assert {frozenset(pair) for pair in met(tournament)} == {frozenset(("p1", f"p{other}")) for other in (2, 3, 4)}


# Swiss


def test_the_length_of_a_swiss_is_fixed_by_the_draw() -> None:
    tournament = begun(Swiss(), 8)
    play_round(tournament)
    tournament.apply(Entered(Entrant("p9")))
    kit.play_through(tournament)
    assert tournament.stages[0].regular_rounds == 3, "nine would have four"


def test_nobody_comes_late_to_a_last_round_that_is_paired() -> None:
    tournament = begun(Swiss(2), 6)
    play_round(tournament)
    kit.settle(tournament)
    with pytest.raises(NotNow, match="The last round is paired"):
        tournament.apply(Entered(Entrant("p7")))


def test_who_won_by_forfeit_alone_has_not_met_the_other() -> None:
    tournament = begun(Swiss(3), 6)
    first = tournament.wanted()[0]
    host, guest = first.seating
    tournament.apply(Withdrawn(guest))
    play_round(tournament)
    record = tournament.stages[0]
    past = history(record)
    assert [past[record.numbers[one] - 1][0].result for one in (host, guest)] == [
        Result.FORFEIT_WIN,
        Result.FORFEIT_LOSS,
    ]


def test_at_larger_tables_the_next_round_knows_all_of_the_last() -> None:
    tournament = begun(Swiss(7), 7, seats=Seats(3, 3))
    play_round(tournament)
    record = tournament.stages[0]
    known = {one.key: one for one in players(record, 3, Fraction(1))}
    (resting,) = record.rounds[0].byes
    assert (known[resting].byes, known[resting].points, sum(known[resting].sat)) == (1, 1, 0)
    for match in record.matches.values():
        for seat, player in enumerate(match.players):
            assert known[player].sat[seat] == 1
            assert known[player].byes == 0
            assert known[player].met == dict.fromkeys(set(match.players) - {player}, 1)
    kit.play_through(tournament)
    byes = Counter(one for round_ in tournament.stages[0].rounds for one in round_.byes)
    assert byes == dict.fromkeys(tournament.entrants, 1), "each of seven rests once in seven rounds"


def test_among_those_who_never_rested_the_lowest_score_does() -> None:
    people = [Player(f"p{number}", number, Fraction(7 - number), {}, (0, 0, 0), 0) for number in range(1, 8)]
    assert draw(people, Seats(3, 3)).byes == ("p7",)
    rested = [replace(one, byes=1) if one.number > 5 else one for one in people]
    assert draw(rested, Seats(3, 3)).byes == ("p5",)


# Brackets


def test_both_sides_of_a_double_elimination_are_played_in_step() -> None:
    """Nobody of the losers' side waits for more than who drops next."""
    tournament = kit.play_through(begun(DoubleElimination(), 8))
    rounds = [{key.split("-")[1] for key in one.keys} for one in tournament.stages[0].rounds]
    assert rounds == [{"W1"}, {"W2", "L1"}, {"L2"}, {"W3", "L3"}, {"L4"}, {"F1"}]


def test_who_sat_behind_sits_in_front_in_the_next_round() -> None:
    tournament = begun(SingleElimination(), 4)
    assert sorted(met(tournament)) == [("p1", "p4"), ("p2", "p3")]
    play_round(tournament, lambda wanted: [1 if one in ("p1", "p3") else 2 for one in wanted.seating])
    kit.settle(tournament)
    assert tournament.matches["1-W2-1"].players == ("p3", "p1")


def test_where_too_few_would_be_left_for_a_table_each_table_sends_as_many() -> None:
    tree = tree_of_tables(8, Seats(4, 4), 1)
    assert [(node.round, node.go_on) for node in tree.nodes] == [(1, 2), (1, 2), (2, 1)]


def test_at_larger_tables_the_best_have_the_byes() -> None:
    tournament = begun(SingleElimination(), 6, seats=Seats(4, 4))
    assert {player for one in tournament.wanted() for player in one.seating} == {"p3", "p4", "p5", "p6"}
    play_round(tournament)
    kit.settle(tournament)
    assert set(tournament.wanted()[0].seating) == {"p1", "p2", "p3", "p4"}


def test_who_leaves_before_a_larger_table_is_paired_is_ranked_as_far_as_it_came() -> None:
    tournament = begun(SingleElimination(), 8, seats=Seats(2, 4))
    first, second = tournament.wanted()
    kit.play(tournament, first, kit.better_number(first))
    tournament.apply(Withdrawn("p1"))
    kit.play(tournament, second, kit.better_number(second))
    kit.settle(tournament)
    (final,) = tournament.wanted()
    assert set(final.seating) == {"p2", "p3", "p4"}
    kit.play_through(tournament)
    assert [row.entrant for row in standings(tournament, 1)][:4] == ["p2", "p3", "p4", "p1"]
