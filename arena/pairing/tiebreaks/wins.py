"""Wins: pairings that one has won alone."""

from __future__ import annotations

from fractions import Fraction

from arena.pairing.lines import Lines
from arena.pairing.standings import Term
from arena.pairing.tiebreaks.wording import round_name, total

FORMULA = "How many pairings were won, by play or forfeit. A shared first place is no win, nor is a bye."


def figure(lines: Lines, entrant: str) -> tuple[Fraction, str, tuple[Term, ...]]:
    found = []
    for meeting in lines[entrant].meetings:
        won = all(result == 1 for result in meeting.against.values()) and meeting.points > 0
        only = next(iter(meeting.against)) if len(meeting.against) == 1 else None
        found.append(Term(round_name(meeting.round), only, Fraction(won), why="won" if won else "not won"))
    return total(found), FORMULA, tuple(found)
