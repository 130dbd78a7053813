"""The deal of a round (section 3; section 9 in the variant)."""

from __future__ import annotations

from typing import Final, NamedTuple

from arena.games.poison.material import DECK_KINDS, ONE
from arena.games.poison.options import Table
from arena.kernel.chance import Chance

STREAM: Final = "deck"


class Deal(NamedTuple):
    hands: list[int]
    """A bag for each seat."""
    pile: list[int]
    """Kinds, the top last."""
    aside: int
    """A bag."""


def deal(at: Table, dealer: int, chance: Chance) -> Deal:
    """Shuffles the whole deck and deals it, one card at a time, from the seat after the dealer."""
    deck = list(DECK_KINDS)  # PO-12
    chance.shuffle(STREAM, deck)
    dealt = len(deck) if at.hand is None else at.hand * at.seats
    # PO-13: place p of a trick of dealing is seat dealer + 1 + p; PO-15, PO-16: the absent ones come last.
    heaps = [sum(map(ONE.__getitem__, deck[place : dealt : at.hands])) for place in range(at.hands)]
    first = (dealer + 1) % at.seats
    hands = [heaps[(seat - first) % at.seats] for seat in range(at.seats)]
    return Deal(hands, deck[: dealt - 1 : -1] if dealt < len(deck) else [], sum(heaps[at.seats :]))
