"""Results that an organizer corrects, takes from both, or has a disqualified entrant forfeit."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from arena.pairing import (
    Corrected,
    How,
    NotNow,
    Pace,
    Paired,
    RoundRobin,
    Ruled,
    Seats,
    Settings,
    SingleElimination,
    Stage,
    Swiss,
    Tiebreak,
    Tournament,
    Unit,
    Voided,
    Withdrawn,
    audit,
    crosstable,
    final_standings,
    fold,
    read_event,
    standings,
    to_document,
)
from arena.pairing.settings import Format
from tests.arena.pairing import kit

SWISS = kit.settings(Swiss(3))


def played(of: Settings, entrants: int, rounds: int) -> Tournament:
    """The better number wins; the round after these is paired."""
    tournament = kit.entered(of, entrants)
    kit.settle(tournament, start=True)
    for _ in range(rounds):
        for one in tournament.wanted():
            kit.play(tournament, one, kit.better_number(one))
        kit.settle(tournament)
    return tournament


def points(tournament: Tournament, stage: int = 1) -> dict[str, Fraction]:
    return {row.entrant: row.points for row in standings(tournament, stage)}


def paired(tournament: Tournament) -> list[Paired]:
    return [event for event in tournament.events if isinstance(event, Paired)]


def test_a_result_of_an_earlier_round_is_corrected_and_pairings_stand() -> None:
    tournament = played(SWISS, 8, 2)
    before, rounds = points(tournament), paired(tournament)
    match = tournament.matches["1-1-1"]
    winner, loser = match.in_order()
    ranks = (1, 2) if match.players[0] == loser else (2, 1)
    tournament.apply(Corrected("1-1-1", ranks, "the log was read wrongly"))
    after = points(tournament)
    assert (after[winner], after[loser]) == (before[winner] - 1, before[loser] + 1)
    assert paired(tournament) == rounds
    corrected = tournament.matches["1-1-1"].outcome
    assert corrected is not None
    assert corrected.how is How.CORRECTED
    kit.play_through(tournament)
    assert audit(tournament.settings, tournament.events) == []
    again = fold(tournament.settings, [read_event(to_document(one)) for one in tournament.events])
    assert standings(again, 1) == standings(tournament, 1)


def test_the_next_round_is_paired_by_the_corrected_scores() -> None:
    tournament = played(SWISS, 8, 1)
    for wanted in tournament.wanted():
        kit.play(tournament, wanted, kit.better_number(wanted))
    twin = tournament.copy()
    for key in ("1-1-1", "1-1-2"):
        match = tournament.matches[key]
        tournament.apply(
            Corrected(key, (2, 1) if match.outcome and match.outcome.ranks == (1, 2) else (1, 2), "x")
        )
    assert tournament.due() != twin.due()
    assert points(twin) == points(played(SWISS, 8, 2)), "the copy knows nothing of it"


def test_a_correction_is_corrected_again() -> None:
    tournament = played(SWISS, 8, 2)
    before = points(tournament)
    ranks = tournament.matches["1-1-1"].outcome
    assert ranks is not None
    tournament.apply(Corrected("1-1-1", (1, 1), "x"))
    assert points(tournament) != before
    tournament.apply(Corrected("1-1-1", ranks.ranks, "as it was"))
    assert points(tournament) == before


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (Corrected("1-3-1", (1, 2), "x"), "Pairing 1-3-1 is not decided: rule it."),
        (Corrected("9-9-9", (1, 2), "x"), "There is no pairing 9-9-9."),
        (Corrected("1-1-1", (1, 2, 3), "x"), "needs a rank for each of"),
        (Corrected("1-1-1", (2, 3), "x"), "if all of them lost, each has 2"),
    ],
)
def test_what_cannot_be_corrected_says_why_and_changes_nothing(event: Corrected, why: str) -> None:
    tournament = played(SWISS, 8, 2)
    before = standings(tournament, 1)
    with pytest.raises(NotNow, match=why):
        tournament.apply(event)
    assert standings(tournament, 1) == before


def test_in_a_bracket_only_what_nobody_went_on_by_is_corrected() -> None:
    tournament = played(kit.settings(SingleElimination()), 4, 1)
    with pytest.raises(NotNow, match="in a bracket such a result cannot be corrected"):
        tournament.apply(Corrected("1-W1-1", (2, 1), "x"))
    kit.play_through(tournament)
    assert tournament.champions == ("p1",)
    ranks = (2, 1) if tournament.matches["1-W2-1"].players[0] == "p1" else (1, 2)
    with pytest.raises(NotNow, match="has to say who"):
        tournament.apply(Corrected("1-W2-1", (2, 2), "both failed"))
    tournament.apply(Corrected("1-W2-1", ranks, "x"))
    assert tournament.champions == ("p2",)


def test_a_correction_after_the_end_may_ask_for_a_play_off() -> None:
    stage = Stage(RoundRobin(), tie_breaks=(Tiebreak.PLAY_OFF,))
    tournament = kit.play_through(kit.entered(Settings((stage,), seed=kit.SEED), 3))
    assert tournament.over
    match = next(one for one in tournament.matches.values() if set(one.players) == {"p1", "p2"})
    tournament.apply(Corrected(match.key, (1, 1), "x"))
    kit.settle(tournament)
    assert not tournament.over
    assert {player for one in tournament.wanted() for player in one.seating} == {"p1", "p2"}


def test_a_voided_game_takes_its_correction_along() -> None:
    tournament = played(SWISS, 8, 1)
    tournament.apply(Corrected("1-1-1", (1, 1), "x"))
    tournament.apply(Voided("1-1-1", 1, "played again"))
    assert tournament.matches["1-1-1"].is_open


@pytest.mark.parametrize("decided", [False, True], ids=["ruled", "corrected"])
def test_both_are_given_a_loss(decided: bool) -> None:
    tournament = played(SWISS, 8, 1 if decided else 0)
    event = Corrected if decided else Ruled
    tournament.apply(event("1-1-1", (2, 2), "both ran out of memory"))
    match = tournament.matches["1-1-1"]
    assert match.outcome is not None
    assert match.outcome.points == (0, 0)
    one, other = match.players
    rows = {row.entrant: row for row in standings(tournament, 1)}
    assert (rows[one].lost, rows[one].tied, rows[other].lost, rows[other].points) == (1, 0, 1, 0)
    ((cell,), (mirrored,)) = (crosstable(tournament, 1)[pair] for pair in ((one, other), (other, one)))
    assert (cell.result, mirrored.result) == (0, 0)
    kit.play_through(tournament)
    assert audit(tournament.settings, tournament.events) == []


def beaten_by_p1(tournament: Tournament) -> list[str]:
    decided = [match.in_order() for match in tournament.matches.values() if match.outcome]
    return [order[1] for order in decided if order[0] == "p1"]


@pytest.mark.parametrize("forfeits", [False, True], ids=["kept", "forfeited"])
def test_in_a_swiss_the_opponents_of_a_disqualified_entrant_have_its_points_or_not(forfeits: bool) -> None:
    tournament = played(SWISS, 8, 2)
    beaten, before = beaten_by_p1(tournament), points(tournament)
    assert len(beaten) == 2
    tournament.apply(Withdrawn("p1", "two bots in one", disqualified=True, forfeits=forfeits))
    after = points(tournament)
    assert [after[one] - before[one] for one in beaten] == [forfeits, forfeits]
    assert after["p1"] == (0 if forfeits else before["p1"])
    kit.play_through(tournament)
    assert standings(tournament, 1)[-1].entrant == "p1"
    assert audit(tournament.settings, tournament.events) == []


@pytest.mark.parametrize(("forfeits", "counts"), [(False, True), (True, False)], ids=["kept", "forfeited"])
def test_in_a_round_robin_what_it_has_played_counts_for_everybody_or_for_nobody(
    forfeits: bool, counts: bool
) -> None:
    """After half of its pairings: before, nothing counts anyway (FIDE C.05)."""
    tournament = played(kit.settings(RoundRobin(), pace=Pace.ROUNDS), 6, 4)
    tournament.apply(Withdrawn("p1", "two bots in one", disqualified=True, forfeits=forfeits))
    assert bool(points(tournament)["p1"]) is counts
    kit.play_through(tournament)
    last = next(row for row in standings(tournament, 1) if row.entrant == "p6")
    assert last.points == (1 if counts and "p6" not in beaten_by_p1(tournament) else 0)


def test_at_a_larger_table_the_others_move_up() -> None:
    tournament = played(kit.settings(Swiss(2), seats=Seats(4, 4)), 8, 1)
    match = next(one for one in tournament.matches.values() if "p1" in one.players and one.outcome)
    order = match.in_order()
    tournament.apply(Withdrawn("p1", "cheated", disqualified=True, forfeits=True))
    changed = tournament.matches[match.key]
    assert changed.outcome is not None
    assert changed.in_order() == [*order[1:], "p1"]
    assert sorted(changed.outcome.points) == [0, Fraction(1, 3), Fraction(2, 3), 1]


def test_in_a_bracket_nothing_is_forfeited_afterwards() -> None:
    tournament = played(kit.settings(SingleElimination()), 4, 1)
    with pytest.raises(NotNow, match="Its earlier results stand"):
        tournament.apply(Withdrawn("p1", "cheated", disqualified=True, forfeits=True))
    assert "p1" not in tournament.gone


@pytest.mark.slow
def test_corrections_at_any_moment_never_break_a_tournament() -> None:
    for seed in range(60):
        chance = Random(seed)
        formats: list[Format] = [Swiss(4), RoundRobin()]
        of = chance.choice(formats)
        tournament = kit.entered(kit.settings(of, unit=Unit(chance.choice([1, 3]))), chance.randint(4, 11))
        kit.settle(tournament, start=True)
        result = kit.by_chance(chance)
        while not tournament.over:
            wanted = chance.choice(tournament.wanted())
            kit.play(tournament, wanted, result(wanted))
            decided = [key for key, match in tournament.matches.items() if match.outcome]
            if decided and chance.random() < 0.3:
                ranks = chance.choice([(1, 2), (2, 1), (1, 1), (2, 2)])
                tournament.apply(Corrected(chance.choice(decided), ranks, "x"))
            if not tournament.over and chance.random() < 0.03 and len(tournament.present) > 3:
                leaver = chance.choice(tournament.present).key
                tournament.apply(Withdrawn(leaver, "x", disqualified=True, forfeits=chance.random() < 0.5))
            kit.settle(tournament)
        assert audit(tournament.settings, tournament.events) == [], seed
        again = fold(tournament.settings, [read_event(to_document(one)) for one in tournament.events])
        assert final_standings(again) == final_standings(tournament), seed
