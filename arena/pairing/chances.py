"""Lots: a number for each entrant that follows from the tournament's seed and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from arena.kernel.chance import Seeded
from arena.pairing.settings import Entrant, Seeding

SIDES = 1 << 62
LAST = 1 << 62


def lot(seed: str, what: str, entrant: str) -> int:
    """The lowest is drawn first. Independent of who else is there."""
    return Seeded(bytes.fromhex(seed)).draw(f"lot {what} {entrant}", SIDES)


def drawn(entrants: Iterable[Entrant], seeding: Seeding, seed: str) -> tuple[str, ...]:
    """The order of the draw: number 1 first."""

    def place(one: Entrant) -> tuple[float, float, int, str]:
        by_lot = lot(seed, "draw", one.key)
        match seeding:
            case Seeding.RANDOM:
                return (0, 0, by_lot, one.key)
            case Seeding.RATING:
                return (0, -one.rating, by_lot, one.key)
            case Seeding.HAND:
                return (LAST if one.seed is None else one.seed, -one.rating, by_lot, one.key)

    return tuple(one.key for one in sorted(entrants, key=place))
