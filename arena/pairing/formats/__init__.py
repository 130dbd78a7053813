"""The formats, a module each; README.md beside this folder says how to add one."""

from __future__ import annotations

from arena.pairing.formats.course import AnyCourse
from arena.pairing.formats.double_elimination import DoubleEliminationCourse
from arena.pairing.formats.gauntlet import GauntletCourse
from arena.pairing.formats.groups import GroupsCourse
from arena.pairing.formats.round_robin import RoundRobinCourse
from arena.pairing.formats.single_elimination import SingleEliminationCourse
from arena.pairing.formats.swiss import SwissCourse
from arena.pairing.settings import (
    DoubleElimination,
    Format,
    Gauntlet,
    Groups,
    RoundRobin,
    Settings,
    SingleElimination,
    Swiss,
)

COURSES: dict[type[Format], type[AnyCourse]] = {
    RoundRobin: RoundRobinCourse,
    Swiss: SwissCourse,
    SingleElimination: SingleEliminationCourse,
    DoubleElimination: DoubleEliminationCourse,
    Groups: GroupsCourse,
    Gauntlet: GauntletCourse,
}


def course_of(settings: Settings, stage: int) -> AnyCourse:
    """How stage `stage` goes on, counted from 1."""
    of = settings.stages[stage - 1]
    return COURSES[type(of.format)](settings, of, of.format)
