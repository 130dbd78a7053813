"""An organizer's dry run: how much there is to play, before anybody has entered."""

from __future__ import annotations

from dataclasses import dataclass

from arena.pairing.matches import leg_size
from arena.pairing.settings import Unit


@dataclass(frozen=True, slots=True)
class PlannedRound:
    name: str
    pairings: tuple[int, int]
    """The least and the most; the same number twice where it is exact."""
    games: tuple[int, int]
    people: int
    """Who sits at a table."""
    in_a_row: tuple[int, int]
    """Of one pairing, however many workers there are: legs of a best-of wait for each other."""


@dataclass(frozen=True, slots=True)
class PlannedStage:
    sentence: str
    entrants: int
    rounds: tuple[PlannedRound, ...]
    byes: int
    """In all rounds together."""


@dataclass(frozen=True, slots=True)
class Plan:
    sentence: str
    stages: tuple[PlannedStage, ...]
    pairings: tuple[int, int]
    games: tuple[int, int]
    notices: tuple[str, ...]
    """What the organizer should know: "Of the 9 rounds asked for, 8 entrants allow 7."."""


def planned(name: str, unit: Unit, sizes: list[int], go_on: int, least: int | None) -> PlannedRound:
    """A round of tables of these sizes; the first `least` of them are played for certain, by default all."""
    certain = len(sizes) if least is None else least
    games = [games_of(unit, size, go_on) for size in sizes]
    row = (1, in_a_row(unit, go_on))
    bounds = (sum(one[0] for one in games[:certain]), sum(one[1] for one in games))
    return PlannedRound(name, (certain, len(sizes)), bounds, sum(sizes), row)


def games_of(unit: Unit, size: int, go_on: int) -> tuple[int, int]:
    """How many games one pairing takes at a table of this size."""
    leg = leg_size(unit, size)
    least = unit.legs // 2 + 1 if unit.best_of else unit.legs
    return leg * least, leg * (unit.legs + (unit.extra if go_on else 0))


def in_a_row(unit: Unit, go_on: int) -> int:
    """How many legs may have to wait for each other at most."""
    decisive = unit.legs // 2 + 1 if unit.best_of else unit.legs
    return 1 + unit.legs - decisive + (unit.extra if go_on else 0)
