"""What holds of every tournament, whatever happens in it: random sizes, results, late entries and withdrawals."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.pairing import (
    Bye,
    DoubleElimination,
    Entered,
    Gauntlet,
    Groups,
    NotNow,
    Pace,
    Played,
    RoundRobin,
    Seats,
    SingleElimination,
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
    layout,
    plan,
    read_event,
    read_settings,
    standings,
    to_document,
)
from arena.pairing.settings import Settings, Stage
from tests.arena.pairing import kit

pytestmark = pytest.mark.slow

ALL = tuple(Tiebreak)
BRACKET: tuple[Tiebreak, ...] = ()
chances = st.integers(0, 2**32).map(Random)
FEW = st.integers(10, 16)
"""Enough for the groups, few enough for round robins."""


def of(*stages: Stage, seats: Seats = kit.TWO, pace: Pace = Pace.FLOWING) -> Settings:
    return Settings(stages, seats, pace=pace, seed=kit.SEED)


BEST_OF_THREE = Unit(3, best_of=True)
DUPLICATE = Unit(1, duplicate=True)
FORMATS = {
    "single round robin": of(Stage(RoundRobin(), tie_breaks=ALL)),
    "double round robin by rounds": of(Stage(RoundRobin(2), DUPLICATE, ALL), pace=Pace.ROUNDS),
    "round robin at larger tables": of(Stage(RoundRobin(), tie_breaks=ALL), seats=Seats(3, 4)),
    "swiss": of(Stage(Swiss(5), BEST_OF_THREE, ALL)),
    "swiss with half byes": of(Stage(Swiss(4, Bye.HALF), tie_breaks=ALL)),
    "swiss at larger tables": of(Stage(Swiss(4), DUPLICATE, ALL), seats=Seats(3, 4)),
    "swiss at tables of six": of(Stage(Swiss(3), tie_breaks=ALL), seats=Seats(5, 6)),
    "single elimination": of(Stage(SingleElimination(third_place=True), BEST_OF_THREE, BRACKET)),
    "single elimination by rounds": of(Stage(SingleElimination(), DUPLICATE, BRACKET), pace=Pace.ROUNDS),
    "single elimination at larger tables": of(Stage(SingleElimination(), Unit(2)), seats=Seats(2, 4)),
    "single elimination at tables of four": of(Stage(SingleElimination(go_on=1)), seats=Seats(4, 4)),
    "double elimination": of(Stage(DoubleElimination(), BEST_OF_THREE)),
    "double elimination without a reset": of(Stage(DoubleElimination(reset=False)), pace=Pace.ROUNDS),
    "gauntlet": of(Stage(Gauntlet(2), tie_breaks=ALL)),
    "gauntlet at tables of three": of(Stage(Gauntlet(3), tie_breaks=ALL), seats=Seats(3, 3)),
    "groups into a knock-out": of(Stage(Groups(3), tie_breaks=ALL, advance=2), Stage(SingleElimination())),
    "swiss into double elimination": of(Stage(Swiss(3), tie_breaks=ALL, advance=4), Stage(DoubleElimination())),
    "three stages": of(
        Stage(Groups(2), advance=4),
        Stage(Swiss(2), tie_breaks=ALL, advance=3),
        Stage(RoundRobin(), tie_breaks=ALL),
    ),
}
every_format = pytest.mark.parametrize("of", FORMATS.values(), ids=FORMATS.keys())
some = settings(max_examples=5)


def shown(tournament: Tournament) -> str:
    """All that a page could show of it."""
    stages = range(1, len(tournament.stages) + 1)
    return json.dumps(
        [
            [to_document(standings(tournament, stage)) for stage in stages],
            [sorted(map(str, crosstable(tournament, stage).items())) for stage in stages],
            [to_document(layout(tournament, stage)) for stage in stages],
            to_document(final_standings(tournament)),
            to_document(tournament.wanted()),
            tournament.champions,
        ]
    )


def chaotic(of: Settings, entrants: int, chance: Random) -> tuple[Tournament, kit.Chaos]:
    chaos = kit.Chaos(chance)
    return chaos.play(kit.entered(of, entrants)), chaos


@every_format
@some
@given(entrants=FEW, chance=chances)
def test_nobody_is_lost_and_one_has_won(of: Settings, entrants: int, chance: Random) -> None:
    tournament, _ = chaotic(of, entrants, chance)
    assert Counter(row.entrant for row in final_standings(tournament)) == Counter(list(tournament.entrants))
    assert len(tournament.champions) == 1
    first = [row for row in final_standings(tournament) if row.place == 1]
    assert [row.entrant for row in first] == list(tournament.champions)


@every_format
@some
@given(entrants=FEW, chance=chances)
def test_the_same_events_give_the_same_tournament(of: Settings, entrants: int, chance: Random) -> None:
    tournament, _ = chaotic(of, entrants, chance)
    assert audit(of, tournament.events) == []
    documents = json.loads(json.dumps([to_document(event) for event in tournament.events]))
    again = fold(read_settings(json.loads(json.dumps(to_document(of)))), map(read_event, documents))
    assert again.events == tournament.events
    assert shown(again) == shown(tournament)


@every_format
@some
@given(entrants=FEW, chance=chances)
def test_nobody_sits_twice_in_a_round_or_again_after_leaving(of: Settings, entrants: int, chance: Random) -> None:
    tournament, _ = chaotic(of, entrants, chance)
    for record in tournament.stages:
        for one in record.rounds:
            if not one.play_off:
                seated = Counter(player for key in one.keys for player in record.matches[key].players)
                assert max(seated.values(), default=1) == 1
                assert not set(one.byes) & set(seated)
    gone: set[str] = set()
    for event in tournament.events:
        match event:
            case Withdrawn(entrant=entrant):
                gone.add(entrant)
            case Entered(entrant=back):
                gone.discard(back.key)
            case Played(seating=seating):
                assert not gone & set(seating)
            case _:
                pass


@every_format
@some
@given(entrants=FEW, chance=chances)
def test_a_copy_goes_its_own_way(of: Settings, entrants: int, chance: Random) -> None:
    tournament = kit.entered(of, entrants)
    kit.settle(tournament, start=True)
    before = shown(tournament)
    twin = tournament.copy()
    kit.play_through(twin, kit.by_chance(chance))
    assert shown(tournament) == before
    assert len(tournament.events) == entrants + len(tournament.stages[0].rounds) + 1


@every_format
@some
@given(entrants=FEW, chance=chances)
def test_the_plan_says_how_much_is_played(of: Settings, entrants: int, chance: Random) -> None:
    planned = plan(of, entrants)
    tournament = kit.play_through(kit.entered(of, entrants), kit.by_chance(chance, ties=0.3))
    regular = [match for match in tournament.matches.values() if not match.play_off]
    games = sum(len(match.games) for match in regular)
    assert planned.pairings[0] <= len(regular) <= planned.pairings[1]
    assert planned.games[0] <= games <= planned.games[1]


@every_format
def test_what_the_draw_foresees_comes_to_pass(of: Settings) -> None:
    tournament = kit.play_through(kit.entered(of, 16))
    assert tournament.champions[0] in {"p1", "p2", "p3"}, "the best always win: only a lot can be between them"


@every_format
@some
@given(entrants=FEW, chance=chances)
def test_a_voided_game_is_as_if_it_had_not_been(of: Settings, entrants: int, chance: Random) -> None:
    """Or it is refused: then something was made of it that has been played."""
    tournament = kit.entered(of, entrants)
    kit.settle(tournament, start=True)
    result = kit.by_chance(chance)
    for _ in range(chance.randint(1, 40)):
        if tournament.over:
            break
        one = chance.choice(tournament.wanted())
        kit.play(tournament, one, result(one))
        kit.settle(tournament)
    played = [(match, game) for match in tournament.matches.values() for game in match.games]
    match, game = chance.choice(played)
    before = shown(tournament)
    count = len(tournament.events)
    try:
        tournament.apply(Voided(match.key, game))
    except NotNow:
        assert shown(tournament) == before
        assert len(tournament.events) == count
    else:
        again = tournament.match(match.key)
        assert again is not None
        assert game not in again.games
        wanted = [one for one in tournament.wanted() if (one.pairing, one.game) == (match.key, game)]
        assert [one.attempt for one in wanted] == [1] or match.unit.best_of
    kit.settle(tournament)
    assert len(kit.play_through(tournament, result).champions) == 1


@settings(max_examples=15)
@given(entrants=st.integers(2, 512), chance=chances, double=st.booleans())
def test_a_bracket_of_any_size_ends_with_one_winner(entrants: int, chance: Random, double: bool) -> None:
    of = kit.settings(DoubleElimination() if double else SingleElimination())
    tournament = kit.play_through(kit.entered(of, entrants), kit.by_chance(chance, ties=0))
    matches = len(tournament.matches)
    assert matches in ({2 * entrants - 2, 2 * entrants - 1} if double else {entrants - 1})
    lost = Counter(match.in_order()[1] for match in tournament.matches.values())
    (champion,) = tournament.champions
    assert lost[champion] <= int(double)
    assert all(lost[one] == (2 if double else 1) for one in tournament.entrants if one != champion)


@settings(max_examples=4)
@given(entrants=st.integers(2, 512), leavers=st.integers(1, 200), chance=chances)
def test_a_bracket_that_is_left_by_many_still_ends(entrants: int, leavers: int, chance: Random) -> None:
    of = kit.settings(DoubleElimination())
    chaos = kit.Chaos(chance, late=0, leaving=min(leavers, entrants))
    tournament = chaos.play(kit.entered(of, entrants))
    assert len(tournament.champions) == 1
    assert tournament.champions[0] not in tournament.gone
