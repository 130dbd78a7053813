"""Sonneborn-Berger: the points of those whom one has beaten, and half of those of a tie."""

from __future__ import annotations

from fractions import Fraction

from arena.pairing.lines import Lines
from arena.pairing.standings import Term
from arena.pairing.tiebreaks.wording import round_name, shown, total

FORMULA = (
    "The points of every opponent beaten, and half the points of every opponent tied with; at a larger table "
    "divided by the number of opponents. A bye or a forfeit counts as an opponent with one's own points."
)
RESULTS = {Fraction(1): "beat", Fraction(1, 2): "tied with", Fraction(0): "lost to"}


def figure(lines: Lines, entrant: str) -> tuple[Fraction, str, tuple[Term, ...]]:
    line = lines[entrant]
    found = []
    for meeting in line.meetings:
        name = round_name(meeting.round)
        if not meeting.was_played:
            found.append(Term(name, None, meeting.points * line.points, why="forfeit"))
            continue
        for other, result in meeting.against.items():
            points = lines[other].points
            why = f"{RESULTS[result]} {shown(points)}"
            found.append(Term(name, other, result * points / len(meeting.against), why=why))
    found += [Term(round_name(number), None, line.bye_points * line.points, why="bye") for number in line.byes]
    return total(found), FORMULA, tuple(found)
