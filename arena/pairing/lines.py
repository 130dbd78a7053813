"""What came of a stage for each entrant: the one pass over its matches that all standings are made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from arena.pairing.formats.course import AnyCourse
from arena.pairing.matches import HALF, ONE, ZERO, Match
from arena.pairing.record import Record


@dataclass(frozen=True, slots=True)
class Meeting:
    """One pairing, as one of its players sees it."""

    round: int
    match: Match
    seat: int
    """Its place among the players."""
    points: Fraction
    was_played: bool
    against: Mapping[str, Fraction]
    """Of each opponent: 1 beaten, ½ tied, 0 lost to."""


@dataclass(slots=True)
class Line:
    entrant: str
    points: Fraction = ZERO
    meetings: list[Meeting] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    """The rounds that it had no opponent in, and got points for."""
    bye_points: Fraction = ZERO
    """For one of them."""
    is_struck: bool = False
    """It withdrew before half of its pairings: nothing of it counts, for nobody."""


@dataclass(slots=True)
class Lines:
    """Those of a whole stage."""

    record: Record
    ratings: Mapping[str, float]
    by_entrant: dict[str, Line]
    averaged: bool

    def __getitem__(self, entrant: str) -> Line:
        return self.by_entrant[entrant]


def lines(record: Record, course: AnyCourse, ratings: Mapping[str, float]) -> Lines:
    found = Lines(record, ratings, {one: Line(one) for one in record.order}, course.ranks_by_average())
    if course.strikes_early_leavers():
        _strike(found, course)
    for match in record.regular():
        if match.outcome is not None and not any(found[player].is_struck for player in match.players):
            for meeting, player in zip(_meetings(match), match.players, strict=True):
                found[player].meetings.append(meeting)
    bye = Fraction(course.bye_points(), 2)
    if bye:
        for one in record.rounds:
            for entrant in one.byes:
                found[entrant].byes.append(one.number)
    for line in found.by_entrant.values():
        line.bye_points = bye
        line.points = sum((meeting.points for meeting in line.meetings), bye * len(line.byes))
        if found.averaged and line.meetings:
            line.points /= len(line.meetings)
    return found


def _strike(found: Lines, course: AnyCourse) -> None:
    record = found.record
    for entrant in record.gone:
        played = sum(
            entrant in match.players and match.outcome is not None and match.outcome.was_played
            for match in record.regular()
        )
        found[entrant].is_struck = 2 * played < course.pairings_of(record, entrant)


def _meetings(match: Match) -> list[Meeting]:
    outcome = match.outcome
    assert outcome is not None
    ranks = dict(zip(match.players, outcome.ranks, strict=True))
    meetings = []
    for seat, player in enumerate(match.players):
        against = {
            other: _result(ranks[player], ranks[other]) if 1 in outcome.ranks else ZERO
            for other in match.players
            if other != player
        }
        meetings.append(Meeting(match.round, match, seat, outcome.points[seat], outcome.was_played, against))
    return meetings


def _result(mine: int, theirs: int) -> Fraction:
    return ONE if mine < theirs else HALF if mine == theirs else ZERO
