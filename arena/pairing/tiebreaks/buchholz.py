"""Buchholz: the points of everybody whom one has met. Cut: without the lowest."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from arena.pairing.lines import Lines
from arena.pairing.standings import Term
from arena.pairing.tiebreaks.wording import round_name, shown, total

FORMULA = (
    "The sum of the opponents' points; at a larger table their average. A bye or a forfeit counts as an opponent "
    "with one's own points."
)
FORMULA_CUT = f"{FORMULA} The lowest of them is left out."


def terms(lines: Lines, entrant: str) -> list[Term]:
    line = lines[entrant]
    found = []
    for meeting in line.meetings:
        name = round_name(meeting.round)
        if not meeting.was_played:
            found.append(Term(name, None, line.points, why="forfeit"))
            continue
        share = len(meeting.against)
        for other in meeting.against:
            points = lines[other].points
            why = f"{shown(points)} points" if share == 1 else f"{shown(points)} points, by {share} opponents"
            found.append(Term(name, other, points / share, why=why))
    found += [Term(round_name(number), None, line.points, why="bye") for number in line.byes]
    return found


def figure(lines: Lines, entrant: str) -> tuple[Fraction, str, tuple[Term, ...]]:
    found = terms(lines, entrant)
    return total(found), FORMULA, tuple(found)


def cut(lines: Lines, entrant: str) -> tuple[Fraction, str, tuple[Term, ...]]:
    """The lowest round is left out, all opponents of its table together."""
    found = terms(lines, entrant)
    rounds: dict[str, Fraction] = {}
    for term in found:
        rounds[term.what] = rounds.get(term.what, Fraction(0)) + term.value
    if len(rounds) > 1:
        lowest = min(rounds, key=lambda name: rounds[name])
        found = [replace(term, counted=False) if term.what == lowest else term for term in found]
    return total(found), FORMULA_CUT, tuple(found)
