"""Seat-corrected score: what one made of a seat, beyond what that seat gave on average."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from arena.pairing.lines import Lines
from arena.pairing.matches import ZERO, shares
from arena.pairing.standings import Term
from arena.pairing.tiebreaks.wording import round_name, total

FORMULA = (
    "In every game the share of opponents beaten, less what that seat gave on average in all games of the stage "
    "at tables of this size."
)
Averages = Mapping[tuple[int, int], Fraction]
"""By (seats, seat)."""


def averages(lines: Lines) -> Averages:
    sums: dict[tuple[int, int], Fraction] = {}
    counts: dict[tuple[int, int], int] = {}
    for match in lines.record.regular():
        if any(lines[player].is_struck for player in match.players):
            continue
        for played in match.games.values():
            for seat, share in enumerate(shares(played.ranks)):
                at = (len(played.ranks), seat)
                sums[at] = sums.get(at, ZERO) + share
                counts[at] = counts.get(at, 0) + 1
    return {at: value / counts[at] for at, value in sums.items()}


def figure(lines: Lines, entrant: str, given: Averages) -> tuple[Fraction, str, tuple[Term, ...]]:
    found = []
    for meeting in lines[entrant].meetings:
        for played in meeting.match.games.values():
            if entrant not in played.seating:
                continue
            seat = played.seating.index(entrant)
            share = shares(played.ranks)[seat]
            average = given[len(played.ranks), seat]
            why = (
                f"game {played.game}: {float(share):.2f}, and seat {seat + 1} gave {float(average):.2f} on average"
            )
            only = next(iter(meeting.against)) if len(meeting.against) == 1 else None
            found.append(Term(round_name(meeting.round), only, share - average, why=why))
    return total(found), FORMULA, tuple(found)
