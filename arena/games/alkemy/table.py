"""The table as the rules of distance, sight and movement see it: scenery, and the bases that stand on it.

`Terrain` never changes once the scenery is placed, and is shared by every table made of it, with what was
computed from it. `Table` is the bases on top: cheap to copy, and kept up to date by whoever moves figures. Nothing
here knows cards, health or turns, so that a bot's author makes a table from a
view as the engine does from a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from arena.games.alkemy.geometry import TOUCH, Part, contact, near, overlap
from arena.games.alkemy.material import BOARD


class Base(NamedTuple):
    """A figure's base on the board; `size` is the printed one."""

    figure: int
    seat: int
    x: int
    y: int
    radius: int
    size: int

    def at(self, x: int, y: int) -> Base:
        """The same figure, standing elsewhere."""
        return Base(self.figure, self.seat, x, y, self.radius, self.size)


KEPT: Final = 20_000
"""Entries of one of a terrain's memories; it is emptied when it is full."""


class Terrain:
    """The placed pieces, each a tuple of its parts; a piece's number is its place."""

    __slots__ = (
        "barring",
        "climbable",
        "free_lines",
        "grounds",
        "hindering",
        "parts",
        "pieces",
        "rough",
        "screens",
    )

    def __init__(self, pieces: Iterable[Sequence[Part]] = ()) -> None:
        self.pieces = tuple(map(tuple, pieces))
        self._sort([(number, part) for number, piece in enumerate(self.pieces) for part in piece])
        # Filled by `sight`: of a size the parts that it does not see over; of two places the lines that the
        # scenery leaves free; of a point its elevation and whether it raises who stands there.
        self.screens: dict[int, tuple[Part, ...]] = {}
        self.free_lines: dict[tuple[int, ...], int] = {}
        self.grounds: dict[tuple[int, int], tuple[int, int]] = {}

    def _sort(self, parts: list[tuple[int, Part]]) -> None:
        self.parts: tuple[tuple[int, Part], ...] = tuple(parts)
        self.barring = tuple((number, part) for number, part in self.parts if part.barring)
        self.hindering = tuple((number, part) for number, part in self.parts if part.hindering)
        self.climbable = tuple(part for _, part in self.parts if part.climbable)
        self.rough = tuple(part for _, part in self.parts if part.hindering or part.cluttered or part.climbable)
        """What a movement may pay more on."""

    def around(self, x: int, y: int, reach: int) -> Terrain:
        """The parts whose boxes are not farther than that from a point."""
        kept = [
            (number, part)
            for number, part in self.parts
            if part.box[0] <= x + reach
            and part.box[2] >= x - reach
            and part.box[1] <= y + reach
            and part.box[3] >= y - reach
        ]
        if len(kept) == len(self.parts):
            return self
        terrain = Terrain()
        terrain._sort(kept)
        return terrain


class Table:
    """The bases on board, by figure. Change it by `put` and `remove` only: what was seen is then forgotten."""

    __slots__ = ("bases", "seen", "taller", "terrain")

    def __init__(self, terrain: Terrain, bases: Iterable[Base] = ()) -> None:
        self.terrain = terrain
        self.bases: dict[int, Base] = {base.figure: base for base in bases}
        self.seen: dict[tuple[int, int], bool] = {}
        """Filled by `sight.sees`, shared by copies until one of them changes."""
        self.taller: dict[int, list[Base]] = {}
        """Filled by `sight`, as well: by size the figures that stand higher."""

    def copy(self) -> Table:
        twin = Table.__new__(Table)
        twin.terrain = self.terrain
        twin.bases = self.bases.copy()
        twin.seen = self.seen
        twin.taller = self.taller
        return twin

    def around(self, base: Base, length: int) -> Table:
        """The bases and the scenery that a movement of that length may have to do with, and nothing else.

        What lies between two figures is not there: it is for paths, not for sight.
        """
        x, y, figure = base.x, base.y, base.figure
        reach = length + base.radius + TOUCH
        near_by = Table.__new__(Table)
        near_by.seen = {}
        near_by.bases = {
            number: other
            for number, other in self.bases.items()
            if number == figure or near(x, y, reach, other.x, other.y, other.radius, 0)
        }
        near_by.terrain = self.terrain.around(x, y, reach)
        return near_by

    def put(self, base: Base) -> None:
        """Places a figure, or moves it."""
        if self.bases.get(base.figure) != base:
            self.bases[base.figure] = base
            self._forget()

    def move(self, figure: int, x: int, y: int) -> None:
        self.put(self.bases[figure].at(x, y))

    def remove(self, figure: int) -> None:
        del self.bases[figure]
        self._forget()

    def _forget(self) -> None:
        self.seen = {}
        self.taller = {}

    def others(self, figure: int) -> list[Base]:
        return [base for base in self.bases.values() if base.figure != figure]

    def enemies(self, base: Base) -> list[Base]:
        return [other for other in self.bases.values() if other.seat != base.seat]


def on_board(x: int, y: int, radius: int) -> bool:
    """AK-35."""
    return radius <= x <= BOARD - radius and radius <= y <= BOARD - radius


def in_contact(a: Base, b: Base) -> bool:
    """AK-38."""
    return contact(a.x, a.y, a.radius, b.x, b.y, b.radius)


def overlapping(a: Base, b: Base) -> bool:
    """AK-38."""
    return overlap(a.x, a.y, a.radius, b.x, b.y, b.radius)


def apart(a: Base, b: Base, limit: int) -> bool:
    """Whether M(a, b) is more than the limit (AK-37)."""
    return not near(a.x, a.y, a.radius, b.x, b.y, b.radius, limit)
