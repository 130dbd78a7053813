"""Which settings are impossible, field by field."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arena.pairing.formats import course_of
from arena.pairing.formats.bracketed import BracketCourse
from arena.pairing.settings import (
    BadSettings,
    Problem,
    Seats,
    Settings,
    Stage,
    Tiebreak,
    Unit,
)

MOST_STAGES: Final = 5
MOST_LEGS: Final = 99
MOST_EXTRA: Final = 20
MOST_ENTRANTS: Final = 4096
SEED: Final = re.compile(r"[0-9a-f]{64}")
TABLES: Final = range(2, 7)


def check(settings: Settings, game_seats: range = TABLES) -> tuple[Problem, ...]:
    """What is impossible whoever enters; `game_seats` are the sizes of table that the game has."""
    return tuple(_problems(settings, game_seats))


def checked(settings: Settings, game_seats: range = TABLES) -> Settings:
    """Raises BadSettings."""
    problems = check(settings, game_seats)
    if problems:
        raise BadSettings(problems)
    return settings


def check_field(settings: Settings, entrants: int) -> tuple[Problem, ...]:
    """What is impossible with so many; the settings themselves must be possible."""
    least = max(2, settings.seats.least)
    if not least <= entrants <= MOST_ENTRANTS:
        return (Problem("entrants", f"There can be {least} to {MOST_ENTRANTS} entrants, not {entrants}."),)
    problems = []
    for number, there in enumerate(fields(settings, entrants), 1):
        of = course_of(settings, number)
        problems += [_within(number, _of_format(problem)) for problem in of.field(there)]
        if there < settings.seats.least:
            problems.append(
                Problem(
                    f"stages.{number - 2}.advance", f"{there} cannot fill a table: at least {least} have to go on."
                )
            )
    return tuple(problems)


def fields(settings: Settings, entrants: int) -> list[int]:
    """How many there are in each stage when nobody withdraws."""
    there = [entrants]
    for stage in settings.stages[:-1]:
        parts = course_of(settings, len(there)).parts() or 1
        there.append(min(there[-1], (stage.advance or 0) * parts))
    return there


def _problems(settings: Settings, game_seats: range) -> Iterator[Problem]:
    yield from _seats(settings.seats, game_seats)
    if not SEED.fullmatch(settings.seed):
        yield Problem("seed", "A seed has 64 hexadecimal digits, in lower case.")
    if not 1 <= len(settings.stages) <= MOST_STAGES:
        yield Problem("stages", f"A tournament has 1 to {MOST_STAGES} stages, not {len(settings.stages)}.")
    for number, stage in enumerate(settings.stages, 1):
        is_last = number == len(settings.stages)
        for problem in _stage(settings, number, stage, is_last=is_last):
            yield _within(number, problem)


def _within(number: int, problem: Problem) -> Problem:
    return Problem(f"stages.{number - 1}.{problem.field}", problem.sentence)


def _of_format(problem: Problem) -> Problem:
    return Problem(f"format.{problem.field}" if problem.field else "format", problem.sentence)


def _seats(seats: Seats, game_seats: range) -> Iterator[Problem]:
    fewest, most = game_seats.start, game_seats.stop - 1
    allowed = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    if seats.most not in game_seats or seats.most not in TABLES:
        yield Problem("seats.most", f"A table of this game has {allowed} seats, not {seats.most}.")
    elif seats.least not in game_seats or seats.least not in TABLES:
        yield Problem("seats.least", f"A table of this game has {allowed} seats, not {seats.least}.")
    elif seats.least > seats.most:
        yield Problem("seats.least", f"The smallest table cannot be larger than the largest, {seats.most} seats.")


def _stage(settings: Settings, number: int, stage: Stage, *, is_last: bool) -> Iterator[Problem]:
    of = course_of(settings, number)
    for problem in of.problems():
        yield _of_format(problem)
    for problem in _unit(stage.unit, settings.seats):
        yield Problem(f"unit.{problem.field}", problem.sentence)
    repeated = {one for one in stage.tie_breaks if stage.tie_breaks.count(one) > 1}
    if repeated:
        names = ", ".join(sorted(one.value.replace("_", " ") for one in repeated))
        yield Problem("tie_breaks", f"A tie-break is named once; more than once: {names}.")
    if is_last and stage.advance is not None:
        yield Problem("advance", "There is no stage after the last one: leave this empty, or add a stage.")
    if is_last and of.parts() is not None:
        yield Problem("format", "Groups have several winners: add a stage after them, such as single elimination.")
    if not is_last and (stage.advance is None or stage.advance < 1):
        yield Problem("advance", "Say how many go on to the next stage, at least 2.")
    elif not is_last and stage.advance == 1 and of.parts() is None:
        yield Problem(
            "advance", "A stage needs at least 2 entrants: let 2 or more go on, or make this the last stage."
        )
    if isinstance(of, BracketCourse) and Tiebreak.PLAY_OFF in stage.tie_breaks:
        yield Problem("tie_breaks", "A bracket has no ties to play off: leave the play-off out.")


def _unit(unit: Unit, seats: Seats) -> Iterator[Problem]:
    what = "duplicate sets" if unit.duplicate else "games"
    if not 1 <= unit.legs <= MOST_LEGS:
        yield Problem("legs", f"A pairing has 1 to {MOST_LEGS} {what}, not {unit.legs}.")
    elif unit.best_of and unit.legs % 2 == 0:
        yield Problem(
            "legs", f"A best of {unit.legs} can end in a tie: choose {unit.legs - 1} or {unit.legs + 1}."
        )
    if unit.best_of and seats.most > 2:
        yield Problem(
            "best_of", f"Best of is for tables of two; at tables of {seats.most} choose a fixed number of {what}."
        )
    if not 0 <= unit.extra <= MOST_EXTRA:
        yield Problem("extra", f"There can be 0 to {MOST_EXTRA} extra {what}, not {unit.extra}.")
