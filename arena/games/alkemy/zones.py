"""The places where the default deploys, and where figures that stand there leave room for others (AK-259).

The places of a radius are numbered in the order of the rule; a set of them is a whole number, bit by bit, so that
whether a whole army still finds room is known at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import isqrt
from typing import Final

from arena.games.alkemy.geometry import Point, overlap
from arena.games.alkemy.material import BOARD, DEPLOY_COLUMNS, ZONE_DEPTH
from arena.games.alkemy.table import Table
from arena.kernel.seats import Seat

ELSEWHERE: Final = 10
"""From place to place where the columns are all taken, by figures deployed between them."""
KEPT: Final = 4096


class Zone:
    """The places of a seat's deployment zone that are taken, for each of some radii."""

    __slots__ = ("_seat", "_taken")

    def __init__(self, seat: Seat, taken: dict[int, int]) -> None:
        self._seat = seat
        self._taken = taken

    def copy(self) -> Zone:
        return Zone(self._seat, self._taken.copy())

    def occupy(self, x: int, y: int, radius: int) -> None:
        """A base stands there."""
        x, y = turned(self._seat, x, y)
        for own in self._taken:
            self._taken[own] |= _covered(x, y, radius, own)

    def settle(self, radius: int) -> Point | None:
        """Occupies the first free place; None: there is none."""
        free = ~self._taken[radius] & (1 << len(places(radius))) - 1
        if not free:
            return None
        spot = turned(self._seat, *places(radius)[(free & -free).bit_length() - 1])
        self.occupy(*spot, radius)
        return spot


def zone_of(table: Table, seat: Seat, radii: Iterable[int]) -> Zone:
    """As scenery and figures leave it."""
    zone = Zone(seat, {radius: _under_scenery(table, seat, radius) for radius in set(radii)})
    for base in table.bases.values():
        zone.occupy(base.x, base.y, base.radius)
    return zone


def turned(seat: Seat, x: int, y: int) -> Point:
    """A point as it is seen from the seat's side; the same function back."""
    return (x, y) if seat == 0 else (BOARD - x, BOARD - y)


@cache
def places(radius: int) -> Sequence[Point]:
    """Of seat 0: the columns of two rows; where these are taken, all of the zone from place to place."""
    return (*_in_columns(radius), *((x, y) for y in _rows(radius) for x in _from_west(radius)))


@cache
def _in_columns(radius: int) -> Sequence[Point]:
    columns = [x for x in DEPLOY_COLUMNS if radius <= x <= BOARD - radius]
    return tuple((x, y) for y in (ZONE_DEPTH - radius, radius) for x in columns)


def _rows(radius: int) -> range:
    return range(ZONE_DEPTH - radius, radius - 1, -ELSEWHERE)


def _from_west(radius: int) -> range:
    return range(radius, BOARD - radius + 1, ELSEWHERE)


@lru_cache(KEPT)
def _covered(x: int, y: int, radius: int, own: int) -> int:
    """The places where a base of radius `own` would overlap one that stands at the point.

    There are thousands of places: of each row of them the overlapped ones are reckoned at once.
    """
    reach = radius + own
    in_columns = _in_columns(own)
    taken = _bits(place for place, (px, py) in enumerate(in_columns) if overlap(px, py, own, x, y, radius))
    width = len(_from_west(own))
    for row, py in enumerate(_rows(own)):
        room = reach * reach - (y - py) ** 2
        if room > 0:
            half = isqrt(room - 1)
            west = max(-((half + own - x) // ELSEWHERE), 0)
            east = min((x + half - own) // ELSEWHERE, width - 1)
            count = max(east - west + 1, 0)
            taken |= (1 << count) - 1 << len(in_columns) + row * width + west
    return taken


def _under_scenery(table: Table, seat: Seat, radius: int) -> int:
    """Scenery is kept out of the zones (AK-254); in a puzzle it may lie there."""
    low, high = (0, ZONE_DEPTH) if seat == 0 else (BOARD - ZONE_DEPTH, BOARD)
    barring = [part for _, part in table.terrain.barring if part.box[1] < high and part.box[3] > low]
    taken = 0
    for part in barring:
        seen = enumerate(turned(seat, *place) for place in places(radius))
        taken |= _bits(place for place, (x, y) in seen if part.closer(x, y, x, y, radius))
    return taken


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)
