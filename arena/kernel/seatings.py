"""Who sits where in the matches of a duplicate set: the same deal, played by several seatings of the same bots.

A *seating* says which bot sits at each seat, the bots numbered from 0. Moving everybody up one seat (0 1 2 3,
1 2 3 0, ...) gives each bot every seat, but leaves it behind the same neighbour for ever; and whom a bot plays
after decides much at a table of three or more. A set is therefore a *Williams square*, which balances both:

- with an even number of bots it has as many seatings as bots, with an odd number twice as many;
- each bot sits in each seat equally often (once, or twice);
- each bot sits directly before each other one, from one seat to the next, equally often (once, or twice).

Play also passes from the last seat to the first. Those neighbours cannot be balanced within one set (n seatings
have n * n of them for n * (n - 1) ordered pairs), so in one set two bots may be neighbours once more than others
are. The sets of a series rename the bots so that this comes round: after `series_length(n)` sets every bot has
played directly before every other one equally often, counted round the table. With two and three bots one set is
all the orders there are, and balanced by itself.

    bots    seatings in a set    sets until neighbours round the table are equal
    2       2                    1
    3       6                    1
    4       4                    3
    5       10                   2
    6       6                    5

Seating 0 of set 0 is the order in which the bots were named. (Williams, E. J., 1949: Experimental designs balanced
for the estimation of residual effects of treatments. The renaming is the circle method for an even number of bots,
Walecki's decomposition into circles for an odd one.)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

Seating: TypeAlias = tuple[int, ...]
"""Which bot sits at each seat."""


def set_size(bots: int) -> int:
    """How many matches a duplicate set of so many bots has."""
    return bots if bots % 2 == 0 or bots == 1 else 2 * bots


def series_length(bots: int) -> int:
    """After how many sets each bot has played directly before each other one equally often, round the table."""
    return max(1, bots - 1 if bots % 2 == 0 else (bots - 1) // 2)


@lru_cache(maxsize=256)
def duplicate_set(bots: int, number: int = 0) -> tuple[Seating, ...]:
    """The seatings of a set; `number` is its place in its series, from 0."""
    if bots == 1:
        return ((0,),)
    names = _names(bots, number % series_length(bots))
    return tuple(tuple(names[place] for place in row) for row in _square(bots))


def rotated_set(bots: int) -> tuple[Seating, ...]:
    """Everybody moves up one seat from match to match: how sets were played before they balanced neighbours."""
    return tuple(tuple((seat + turn) % bots for seat in range(bots)) for turn in range(bots))


def is_fair(seatings: Sequence[Sequence[object]]) -> bool:
    """Whether everybody sits in each seat equally often, and no seating comes twice."""
    everybody = set(seatings[0])
    turns, rest = divmod(len(seatings), len(everybody))
    columns = list(zip(*seatings, strict=True))
    equal = all(column.count(one) == turns for column in columns for one in everybody)
    return rest == 0 and equal and len(set(map(tuple, seatings))) == len(seatings)


def _square(bots: int) -> list[Seating]:
    """Each row is the zigzag 0, 1, -1, 2, -2, ... moved on by one; for an odd number also written backwards."""
    zigzag = _zigzag(bots)
    rows = [tuple((place + shift) % bots for place in zigzag) for shift in range(bots)]
    return rows if bots % 2 == 0 else rows + [row[::-1] for row in rows]


def _zigzag(count: int) -> list[int]:
    return [((step + 1) // 2 if step % 2 else -step // 2) % count for step in range(count)]


def _names(bots: int, number: int) -> list[int]:
    """Which bot plays each number of the square in this set of the series.

    From the last seat to the first a row of the square joins two numbers that lie `bots // 2` apart: with an even
    number of bots these are pairs, with an odd one a circle through them all. All the neighbourhoods there can be
    fall into such pairings (or circles); each set of the series puts another one of them in that place.
    """
    joined, first, zigzag = _joined(bots), _parted(bots, 0), _zigzag(bots)
    names = [0] * bots
    for place, vertex in zip(joined, _parted(bots, number), strict=True):
        names[place] = zigzag.index(joined[first.index(vertex)])
    return names


def _joined(bots: int) -> list[int]:
    """The numbers that stand at both ends of a row, each beside its other end: pair by pair, or as a circle."""
    half = bots // 2
    if bots % 2:
        return [step * half % bots for step in range(bots)]
    return [number for low in range(half) for number in (low, low + half)]


def _parted(bots: int, number: int) -> list[int]:
    """Of all neighbourhoods the pairing (by the circle method), or the circle (Walecki's), of this number."""
    last = bots - 1
    if bots % 2:
        return [last, *((place + number) % last for place in _zigzag(last))]
    pairs = [((number + step) % last, (number - step) % last) for step in range(1, bots // 2)]
    return [number, last, *(one for pair in pairs for one in pair)]
