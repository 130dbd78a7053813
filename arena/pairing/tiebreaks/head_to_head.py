"""Head to head: the results among those who are tied, where each of them has met each other."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arena.pairing.lines import Lines
from arena.pairing.standings import Term
from arena.pairing.tiebreaks.wording import round_name, total

FORMULA = (
    "The results against those tied with: 1 for who was beaten, ½ for a tie. Only where all of them have met."
)
NOT_ALL = "Not all of those tied have met each other."
ALONE = "Nobody is tied with this."


def figures(lines: Lines, tied: Sequence[str]) -> dict[str, tuple[Fraction | None, str, tuple[Term, ...]]]:
    if len(tied) < 2:
        return dict.fromkeys(tied, (None, ALONE, ()))
    among = set(tied)
    found: dict[str, list[Term]] = {}
    complete = True
    for one in tied:
        found[one] = [
            Term(round_name(meeting.round), other, result)
            for meeting in lines[one].meetings
            for other, result in meeting.against.items()
            if meeting.was_played and other in among
        ]
        complete = complete and {term.opponent for term in found[one]} == among - {one}
    if not complete:
        return {one: (None, NOT_ALL, tuple(found[one])) for one in tied}
    return {one: (total(found[one]), FORMULA, tuple(found[one])) for one in tied}
