"""Impossible settings are refused beside their field, with what would be right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena.pairing import (
    BadSettings,
    DoubleElimination,
    Gauntlet,
    Groups,
    RoundRobin,
    Seats,
    Settings,
    SingleElimination,
    Stage,
    Swiss,
    Tiebreak,
    Unit,
    check,
    check_field,
    checked,
    plan,
    sample,
    sentence,
)
from tests.arena.pairing import kit

TWO_TO_FOUR = range(2, 5)
KNOCK_OUT = Stage(SingleElimination())


def of(*stages: Stage, seats: Seats = kit.TWO) -> Settings:
    return Settings(stages, seats, seed=kit.SEED)


IMPOSSIBLE = [
    (of(KNOCK_OUT, seats=Seats(2, 7)), "seats.most", "A table of this game has 2 to 4 seats, not 7."),
    (of(KNOCK_OUT, seats=Seats(1, 3)), "seats.least", "A table of this game has 2 to 4 seats, not 1."),
    (of(KNOCK_OUT, seats=Seats(4, 3)), "seats.least",
     "The smallest table cannot be larger than the largest, 3 seats."),
    (of(), "stages", "A tournament has 1 to 5 stages, not 0."),
    (replace(of(KNOCK_OUT), seed="7"), "seed", "A seed has 64 hexadecimal digits, in lower case."),
    (of(Stage(Swiss(0))), "stages.0.format.rounds",
     "A Swiss has 1 to 64 rounds, not 0; leave it empty for as many as needed."),
    (of(Stage(RoundRobin(9))), "stages.0.format.cycles", "Everybody can meet everybody 1 to 8 times, not 9."),
    (of(Stage(Gauntlet(0))), "stages.0.format.hosts",
     "There can be 1 to 16 hosts at tables of 2 and more, not 0."),
    (of(Stage(DoubleElimination()), seats=Seats(2, 3)), "stages.0.format",
     "Double elimination is for tables of two, and a table of 3 has no one loser: choose two seats, "
     "or single elimination."),
    (of(Stage(SingleElimination(go_on=4)), seats=Seats(4, 4)), "stages.0.format.go_on",
     "Of a table of 4 from 1 to 3 can go on, not 4."),
    (of(Stage(SingleElimination(third_place=True)), seats=Seats(4, 4)), "stages.0.format.third_place",
     "Larger tables rank everybody: leave the match for the third place out."),
    (of(Stage(Groups(1), advance=2), KNOCK_OUT), "stages.0.format.count", "There can be 2 to 64 groups, not 1."),
    (of(Stage(Groups(4))), "stages.0.format",
     "Groups have several winners: add a stage after them, such as single elimination."),
    (of(Stage(Swiss()), KNOCK_OUT), "stages.0.advance", "Say how many go on to the next stage, at least 2."),
    (of(Stage(Swiss(), advance=1), KNOCK_OUT), "stages.0.advance",
     "A stage needs at least 2 entrants: let 2 or more go on, or make this the last stage."),
    (of(replace(KNOCK_OUT, advance=2)), "stages.0.advance",
     "There is no stage after the last one: leave this empty, or add a stage."),
    (of(Stage(Swiss(), Unit(0))), "stages.0.unit.legs", "A pairing has 1 to 99 games, not 0."),
    (of(Stage(Swiss(), Unit(4, best_of=True))), "stages.0.unit.legs",
     "A best of 4 can end in a tie: choose 3 or 5."),
    (of(Stage(Swiss(), Unit(3, best_of=True, duplicate=True)), seats=Seats(3, 3)), "stages.0.unit.best_of",
     "Best of is for tables of two; at tables of 3 choose a fixed number of duplicate sets."),
    (of(Stage(Swiss(), Unit(extra=21))), "stages.0.unit.extra", "There can be 0 to 20 extra games, not 21."),
    (of(Stage(Swiss(), tie_breaks=(Tiebreak.WINS, Tiebreak.WINS))), "stages.0.tie_breaks",
     "A tie-break is named once; more than once: wins."),
    (of(Stage(SingleElimination(), tie_breaks=(Tiebreak.PLAY_OFF,))), "stages.0.tie_breaks",
     "A bracket has no ties to play off: leave the play-off out."),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "field", "why"), IMPOSSIBLE, ids=[field for _, field, _ in IMPOSSIBLE])
def test_an_impossible_setting_is_refused_beside_its_field(settings: Settings, field: str, why: str) -> None:
    problems = check(settings, TWO_TO_FOUR)
    assert [(one.field, one.sentence) for one in problems] == [(field, why)]
    with pytest.raises(BadSettings, match=field):
        checked(settings, TWO_TO_FOUR)


FEW = [
    (of(KNOCK_OUT), 1, "entrants", "There can be 2 to 4096 entrants, not 1."),
    (of(KNOCK_OUT, seats=Seats(3, 3)), 2, "entrants", "There can be 3 to 4096 entrants, not 2."),
    (of(Stage(Groups(4), advance=2), KNOCK_OUT), 11, "stages.0.format.count",
     "11 entrants in 4 groups leave 2 in the smallest, where 3 are needed: at most 3 groups."),
    (of(Stage(Groups(4), advance=2), KNOCK_OUT), 5, "stages.0.format.count",
     "5 entrants in 4 groups leave 1 in the smallest, where 3 are needed: at least 12 entrants."),
    (of(Stage(Gauntlet(4))), 4, "stages.0.format.hosts",
     "4 entrants with 4 hosts leave no challenger: at most 3 hosts, or 5 entrants and more."),
    (of(Stage(Swiss(), advance=2), Stage(SingleElimination()), seats=Seats(3, 3)), 9, "stages.0.advance",
     "2 cannot fill a table: at least 3 have to go on."),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "entrants", "field", "why"), FEW, ids=[why for *_, why in FEW])
def test_too_few_entrants_are_refused(settings: Settings, entrants: int, field: str, why: str) -> None:
    assert check(settings, TWO_TO_FOUR) == ()
    assert [(one.field, one.sentence) for one in check_field(settings, entrants)] == [(field, why)]
    with pytest.raises(BadSettings):
        plan(settings, entrants)


@pytest.mark.slow
def test_what_nobody_could_play_to_its_end_is_refused() -> None:
    with pytest.raises(BadSettings, match="choose a Swiss or a bracket, or fewer entrants"):
        plan(of(Stage(RoundRobin(8))), 512)


def test_settings_have_all_their_problems_at_once() -> None:
    bad = of(Stage(Swiss(0), Unit(0)), Stage(Groups(1)), seats=Seats(9, 9))
    assert {one.field for one in check(bad, TWO_TO_FOUR)} >= {
        "seats.most", "stages.0.format.rounds", "stages.0.unit.legs", "stages.0.advance", "stages.1.format.count",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("settings", "entrants", "pairings", "games", "byes"),
    [
        (of(Stage(RoundRobin())), 8, (28, 28), (28, 28), [0]),
        (of(Stage(RoundRobin(2), Unit(duplicate=True))), 5, (20, 20), (40, 40), [10]),
        (of(Stage(Swiss(9))), 512, (2304, 2304), (2304, 2304), [0]),
        (of(Stage(SingleElimination(), Unit(3, best_of=True, extra=0))), 6, (5, 5), (10, 15), [2]),
        (of(Stage(DoubleElimination(), Unit(extra=0))), 256, (510, 511), (510, 511), [0]),
        (
            of(Stage(Groups(4), advance=2), Stage(SingleElimination(), Unit(extra=0))),
            16,
            (31, 31),
            (31, 31),
            [0, 0],
        ),
        (of(Stage(Gauntlet(1), Unit(10))), 21, (20, 20), (200, 200), [20 * 19]),
    ],
)
def test_the_dry_run_counts(
    settings: Settings, entrants: int, pairings: tuple[int, int], games: tuple[int, int], byes: list[int]
) -> None:
    planned = plan(settings, entrants)
    assert (planned.pairings, planned.games) == (pairings, games)
    assert [stage.byes for stage in planned.stages] == byes


@pytest.mark.parametrize(
    ("settings", "entrants", "games"),
    [
        (of(Stage(RoundRobin(), tie_breaks=(Tiebreak.PLAY_OFF,))), 4, (6, 12)),
        (of(Stage(RoundRobin(), tie_breaks=(Tiebreak.PLAY_OFF,))), 12, (66, 66 + 28)),
        (of(Stage(Groups(2), advance=1, tie_breaks=(Tiebreak.PLAY_OFF,)), KNOCK_OUT), 6, (7, 7 + 6 + 3)),
    ],
    ids=["all tied", "as many as may play off", "in each group"],
)
def test_the_dry_run_counts_a_play_off_that_may_come(
    settings: Settings, entrants: int, games: tuple[int, int]
) -> None:
    planned = plan(settings, entrants)
    assert planned.games == games
    assert planned.stages[0].rounds[-1].name == "Play-off, if places are tied"
    assert planned.stages[0].rounds[-1].games[0] == 0


def test_the_dry_run_says_when_all_go_on() -> None:
    planned = plan(of(Stage(Swiss(2), advance=8), KNOCK_OUT), 6)
    assert planned.notices == ("All 6 entrants of stage 1 go on: it decides their order only.",)


def test_a_sample_can_be_drawn() -> None:
    tournament = sample(of(Stage(DoubleElimination())), 5)
    assert list(tournament.entrants) == ["#1", "#2", "#3", "#4", "#5"]
    assert tournament.stages[0].field == ("#1", "#2", "#3", "#4", "#5")


def test_the_format_in_one_sentence() -> None:
    settings = of(
        Stage(Swiss(7), Unit(3, best_of=True), (Tiebreak.BUCHHOLZ, Tiebreak.PLAY_OFF), advance=8),
        Stage(DoubleElimination(), Unit(5, best_of=True, duplicate=True)),
    )
    assert sentence(settings) == (
        "Swiss (FIDE Dutch) of 7 rounds, best of 3, ties by Buchholz, play-off; the best 8 go on to double "
        "elimination with a grand final that is played again when the losers' side wins it, "
        "best of 5 duplicate sets; seeded by rating."
    )
    tables = of(Stage(Groups(4), Unit(2), (), advance=1), KNOCK_OUT, seats=Seats(3, 4))
    assert sentence(tables) == (
        "4 groups, a single round robin in each, tables of 3 to 4, 2 games a pairing; the winners of each go on "
        "to single elimination in which the better half of each table goes on, tables of 3 to 4, "
        "one game a pairing; seeded by rating."
    )
