"""The end of a round: majorities and points (section 7), and the end of the game (section 8)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from arena.games.poison.facts import Reckoned
from arena.games.poison.material import COLOURS, POISON_POINTS, POTION_POINTS, names, parts, size
from arena.kernel.results import Result, ranks_by

_count = cache(size)
"""Of a part of a bag: there are but a few hundred."""


def reckon(taken: Sequence[int]) -> tuple[Reckoned, ...]:
    """What each seat's bag of taken cards costs it."""
    counts = [list(map(_count, parts(bag))) for bag in taken]  # PO-40: by number of cards, colour by colour
    winners = [majority(column) for column in zip(*counts, strict=True)][: len(COLOURS)]
    return tuple(
        [
            _reckoned(bag, row, [colour for colour, winner in enumerate(winners) if winner == seat])
            for seat, (bag, row) in enumerate(zip(taken, counts, strict=True))
        ]
    )


def majority(counts: Sequence[int]) -> int | None:
    """The seat with more cards than each other seat (PO-38, PO-40); a tie gives it to nobody (PO-39)."""
    most = max(counts)
    return counts.index(most) if counts.count(most) == 1 else None


def _reckoned(bag: int, counts: Sequence[int], won: Sequence[int]) -> Reckoned:
    *potions, poison = counts
    costly = sum(potions) - sum([potions[colour] for colour in won])  # PO-36, PO-38
    points = POTION_POINTS * costly + POISON_POINTS * poison  # PO-37
    return Reckoned(names(bag), tuple([COLOURS[colour] for colour in won]), points)


def result_of(scores: Sequence[Sequence[int]]) -> Result:
    """PO-45 to PO-47: the fewest points win, equal totals share a rank."""
    totals = tuple(sum(rounds) for rounds in scores)
    return Result(totals, ranks_by(totals, min), "rounds-played")
