"""Play-off: those who are tied for the first place, or for the last that goes on, play it out among each other."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arena.pairing.lines import Lines
from arena.pairing.standings import Term
from arena.pairing.tiebreaks.wording import total

FORMULA = "The points of the play-off among those tied where a place was at stake."
NONE = "No play-off was needed here."
MOST = 8
"""More than these are parted by what follows."""


def figures(lines: Lines, tied: Sequence[str]) -> dict[str, tuple[Fraction | None, str, tuple[Term, ...]]]:
    among = set(tied)
    found: dict[str, list[Term]] = {one: [] for one in tied}
    took_part: set[str] = set()
    for match in lines.record.matches.values():
        if not match.play_off or not among.issuperset(match.players):
            continue
        took_part.update(match.players)
        if match.outcome is not None:
            for player, points in zip(match.players, match.outcome.points, strict=True):
                other = next((one for one in match.players if one != player), None)
                found[player].append(Term("Play-off", other if len(match.players) == 2 else None, points))
    if not took_part:
        return dict.fromkeys(tied, (None, NONE, ()))
    return {one: (total(found[one]) if one in took_part else None, FORMULA, tuple(found[one])) for one in tied}
