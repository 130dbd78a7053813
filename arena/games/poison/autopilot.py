"""How a seat is played whose bot is out: the least risky play, from what the seat may see alone.

Of the legal plays, in this order: the one that takes the fewest points (majorities left out of account); of
the higher card, so that the low ones are kept for full cauldrons; into the fuller cauldron; the first listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arena.games.poison.actions import Play
from arena.games.poison.material import (
    KIND_OF,
    NAMES,
    OVERFLOW_ABOVE,
    POISON,
    POISON_POINTS,
    POTION_POINTS,
    VALUES,
)


def least_risky(plays: Iterable[Play], sums: Sequence[int], cauldrons: Sequence[Sequence[str]]) -> Play:
    def risk(play: Play) -> tuple[int, int, int]:
        value = VALUES[KIND_OF[play.card]]
        total = sums[play.cauldron]
        cost = _cost(cauldrons[play.cauldron]) if total + value > OVERFLOW_ABOVE else 0
        return cost, -value, -total

    return min(plays, key=risk)


def _cost(cards: Sequence[str]) -> int:
    return sum(POISON_POINTS if card == NAMES[POISON] else POTION_POINTS for card in cards)
