"""The options (PO-8, PO-9), and what they and the number of seats fix for a whole game (sections 3 and 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arena.games.poison.material import DECK_KINDS, table
from arena.kernel.options import Option

OPTIONS: Final[Mapping[str, Option]] = {
    "variant": Option(  # PO-8
        "deal-all", ("deal-all", "draw-five"), "All cards are dealt, or five each and the rest is a draw pile."
    ),
    "taken": Option(  # PO-9
        "open",
        ("open", "hidden"),
        "Whether views show the cards that each seat has taken, or only their number.",
    ),
}

_DEAL: Final = table("deal.toml")


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
