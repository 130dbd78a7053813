"""The formats as an organizer chooses them: from the words of a plan to the pairing layer's stages.

To add a format: a line in `FORMATS`, and a branch in `_format`; what it can be asked, as a field of `StagePlan`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from arena.pairing.settings import (
    DoubleElimination,
    Format,
    Gauntlet,
    Groups,
    Pace,
    RoundRobin,
    Seats,
    Seeding,
    Settings,
    SingleElimination,
    Stage,
    Swiss,
    Tiebreak,
    Unit,
)

if TYPE_CHECKING:
    from athanor.tournaments.plans import Plan

FORMATS: Final[Mapping[str, str]] = {
    "swiss": "Swiss",
    "round-robin": "Round robin",
    "single-elimination": "Single elimination",
    "double-elimination": "Double elimination",
    "groups": "Groups",
    "gauntlet": "Gauntlet",
}
SEEDINGS: Final[Mapping[str, str]] = {
    "rating": "By rating",
    "random": "By lot",
    "hand": "By hand",
}
TIE_BREAKS: Final[Mapping[str, str]] = {
    "head_to_head": "Head to head",
    "buchholz": "Buchholz",
    "buchholz_cut": "Buchholz, the lowest cut",
    "sonneborn_berger": "Sonneborn-Berger",
    "wins": "Pairings won",
    "seat_corrected": "Seat-corrected score",
    "games_won": "Games won",
    "performance": "Rating performance",
    "play_off": "Play-off",
}
BRACKETS: Final = frozenset({"single-elimination", "double-elimination"})


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage, as it is asked for; a field that its format has no use for is left alone."""

    format: str = "swiss"
    advance: int | None = None
    """How many go on to the next stage (from groups: of each group); None in the last."""
    rounds: int | None = None
    cycles: int = 1
    groups: int = 4
    hosts: int = 1
    third_place: bool = False
    reset: bool = True
    legs: int = 1
    best_of: bool = False
    duplicate: bool = False
    tie_breaks: Sequence[str] = ("head_to_head", "buchholz", "wins")


def read_stage(document: Mapping[str, Any]) -> StagePlan:
    return StagePlan(**{**document, "tie_breaks": tuple(document["tie_breaks"])})


def settings_of(plan: Plan, seed: str) -> Settings:
    assert plan.seats is not None, "what a plan leaves open is filled in by `plans.checked`"
    # Results that are told round by round come round by round, and so does what has a timetable.
    in_rounds = plan.reveal != "live" or plan.round_minutes > 0
    return Settings(
        stages=tuple(_stage(each, plan.seats) for each in plan.stages),
        seats=Seats(plan.seats if plan.least_seats is None else min(plan.least_seats, plan.seats), plan.seats),
        seeding=Seeding(plan.seeding),
        pace=Pace.ROUNDS if in_rounds else Pace.FLOWING,
        seed=seed,
    )


def _stage(each: StagePlan, seats: int) -> Stage:
    return Stage(
        _format(each, seats),
        Unit(legs=each.legs, best_of=each.best_of, duplicate=each.duplicate),
        () if each.format in BRACKETS else tuple(Tiebreak(name) for name in each.tie_breaks),
        each.advance,
    )


def _format(each: StagePlan, seats: int) -> Format:
    match each.format:
        case "swiss":
            return Swiss(rounds=each.rounds)
        case "round-robin":
            return RoundRobin(cycles=each.cycles)
        case "single-elimination":
            return SingleElimination(third_place=each.third_place and seats == 2)
        case "double-elimination":
            return DoubleElimination(reset=each.reset)
        case "groups":
            return Groups(count=each.groups, cycles=each.cycles)
        case _:
            return Gauntlet(hosts=each.hosts, cycles=each.cycles)


OF_PLAN: Final = {"entrants": "capacity", "seats.most": "seats", "seats.least": "least_seats"}
OF_STAGE: Final = {"count": "groups", "go_on": "format"}


def field_of(path: str) -> str:
    """Which field of a plan a problem of the settings is about: "capacity", "stages.1.rounds"."""
    found = re.fullmatch(r"stages\.(\d+)\.(.+)", path)
    if found is None:
        return OF_PLAN.get(path, path)
    name = found[2].rpartition(".")[2]
    return f"stages.{found[1]}.{OF_STAGE.get(name, name)}"
