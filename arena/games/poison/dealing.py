"""Seats, rounds and the deal (section 3; section 9 in the variant)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from arena.games.poison.cards import DECK_KINDS, ONE, table
from arena.kernel.chance import Chance

_DEAL: Final = table("deal.toml")
STREAM: Final = "deck"


@dataclass(frozen=True, slots=True)
class Table:
    """What the number of seats and the variant fix for a whole game."""

    seats: int
    hands: int
    """Hands dealt, those of absent players among them (PO-14, PO-16)."""
    hand: int | None
    """Cards a hand in the variant with a draw pile (PO-48); None: all are dealt."""
    rounds: int

    @property
    def aside(self) -> int:
        """PO-14 to PO-16: the cards of the absent hands, which come last; PO-52: none in the variant."""
        return sum(len(DECK_KINDS[place :: self.hands]) for place in range(self.seats, self.hands))

    @property
    def in_play(self) -> int:
        """Cards a round (PO-54)."""
        return len(DECK_KINDS) - self.aside

    def dealer(self, round_number: int) -> int:
        """PO-11."""
        return (self.seats - 1 + round_number) % self.seats


class Deal(NamedTuple):
    hands: list[int]
    """A bag for each seat."""
    pile: list[int]
    """Kinds, the top last."""
    aside: int
    """A bag."""


def _table(row: Mapping[str, int], variant: str) -> Table:
    seats, rounds = row["seats"], row["seats"] * row["deals_each"]  # PO-42 to PO-44
    if variant == "draw-five":
        return Table(seats, seats, _DEAL["pile"]["hand"], rounds)
    return Table(seats, row["hands"], None, rounds)


TABLES: Final[Mapping[tuple[int, str], Table]] = {
    (row["seats"], variant): _table(row, variant)
    for row in _DEAL["seats"]
    for variant in ("deal-all", "draw-five")
}
SEATS: Final = range(min(seats for seats, _ in TABLES), max(seats for seats, _ in TABLES) + 1)  # PO-6, PO-7


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
