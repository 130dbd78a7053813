"""Who meets whom in a round robin: FIDE's Berger tables for two, cyclic designs for larger tables.

A cyclic design has *base blocks*, sets of numbers modulo n, and of each block all its n shifts: one more to
every number. So each entrant sits at k tables of every block, once in each seat; and two entrants meet as often
as their difference occurs within the blocks. Where a perfect difference family is found every two meet exactly
once; otherwise blocks are added greedily until every difference occurs, and every two meet at least once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeVar

from arena.pairing.settings import Seats

T = TypeVar("T")
Tables = list[tuple[int, ...]]

PATIENCE = 50_000
"""Steps of the search for a perfect difference family; those of up to 40 entrants are found in far fewer."""


@lru_cache(maxsize=128)
def schedule(entrants: int, seats: Seats, cycles: int) -> list[Tables]:
    """The rounds, each a list of tables by seat; entrants are 0 to n-1. Nobody is at two tables of a round."""
    if entrants < max(2, seats.least):
        return []
    once = berger(entrants) if seats.most == 2 else in_rounds(design(entrants, min(seats.most, entrants)))
    turned = [[table[::-1] for table in tables] for tables in once]
    return [tables for cycle in range(cycles) for tables in (turned if cycle % 2 else once)]


def berger(entrants: int) -> list[Tables]:
    """FIDE handbook C.05, annex 1: everybody meets everybody; an odd one's opponent has a bye."""
    even = entrants + entrants % 2
    others = even - 1
    rounds: list[Tables] = []
    for number in range(others):
        first = number * (even // 2) % others
        fixed = (first, others) if number % 2 == 0 else (others, first)
        pairs = [((first + step) % others, (first - step) % others) for step in range(1, even // 2)]
        rounds.append([pair for pair in [fixed, *pairs] if max(pair) < entrants])
    return rounds


def design(entrants: int, size: int) -> Tables:
    """Every table of the design."""
    if entrants == size:
        return [tuple(range(size))]
    return [
        tuple((shift + element) % entrants for element in block)
        for block in base_blocks(entrants, size)
        for shift in range(entrants)
    ]


def base_blocks(entrants: int, size: int) -> list[tuple[int, ...]]:
    return perfect_family(entrants, size) or _covering(entrants, size)


def perfect_family(entrants: int, size: int) -> list[tuple[int, ...]] | None:
    """Blocks in which every difference occurs once, where the search finds them."""
    blocks, rest = divmod(entrants - 1, size * (size - 1))
    if rest or entrants % 2 == 0:
        return None
    free = set(range(1, entrants // 2 + 1))
    steps = iter(range(PATIENCE))

    def begun(found: list[list[int]]) -> list[list[int]] | None:
        """Another block: the smallest free difference is its first."""
        if len(found) == blocks:
            return found
        smallest = min(free)
        free.discard(smallest)
        whole = extended([*found, [0, smallest]])
        free.add(smallest)
        return whole

    def extended(found: list[list[int]]) -> list[list[int]] | None:
        """Fills the last block up."""
        block = found[-1]
        if len(block) == size:
            return begun(found)
        for element in range(block[-1] + 1, entrants):
            if next(steps, None) is None:
                return None
            new = {_difference(element, other, entrants) for other in block}
            if len(new) == len(block) and new <= free:
                free.difference_update(new)
                whole = extended([*found[:-1], [*block, element]])
                if whole:
                    return whole
                free.update(new)
        return None

    found = begun([])
    return [tuple(block) for block in found] if found else None


def _difference(one: int, other: int, entrants: int) -> int:
    apart = abs(one - other)
    return min(apart, entrants - apart)


def _covering(entrants: int, size: int) -> list[tuple[int, ...]]:
    times = dict.fromkeys(range(1, entrants // 2 + 1), 0)
    blocks = []
    while 0 in times.values():
        block = [0]
        here: dict[int, int] = {}
        while len(block) < size:
            element = min(
                (other for other in range(1, entrants) if other not in block),
                key=lambda other: _repeats(other, block, times, here, entrants),
            )
            for other in block:
                apart = _difference(element, other, entrants)
                here[apart] = here.get(apart, 0) + 1
            block.append(element)
        for apart, count in here.items():
            times[apart] += count
        blocks.append(tuple(block))
    return blocks


def _repeats(
    element: int, block: list[int], times: dict[int, int], here: dict[int, int], entrants: int
) -> tuple[int, int]:
    """How often those who would meet by this element meet already."""
    apart = [_difference(element, other, entrants) for other in block]
    return sum(times[one] + here.get(one, 0) + apart.count(one) - 1 for one in apart), element


def in_rounds(tables: Iterable[tuple[int, ...]]) -> list[Tables]:
    """Each table in the first round in which all of it are free."""
    rounds: list[Tables] = []
    busy: list[set[int]] = []
    for table in tables:
        place = next((place for place, taken in enumerate(busy) if taken.isdisjoint(table)), len(busy))
        if place == len(busy):
            busy.append(set())
            rounds.append([])
        busy[place].update(table)
        rounds[place].append(table)
    return rounds


def meetings(entrants: int, size: int) -> tuple[int, int]:
    """How often two entrants of a design meet, at least and at most."""
    times: dict[int, int] = {}
    if entrants == size:
        return (1, 1)
    for block in base_blocks(entrants, size):
        for place, one in enumerate(block):
            for other in block[:place]:
                apart = _difference(one, other, entrants)
                # Half the circle apart: each shift by half of it is the same two again.
                times[apart] = times.get(apart, 0) + (2 if 2 * apart == entrants else 1)
    return min(times.values()), max(times.values())


def first_free(tables: Iterable[tuple[str, ...]], taken: set[str]) -> Iterator[tuple[str, ...]]:
    """The tables in their order that have nobody in `taken` or in one before; `taken` is brought along."""
    for table in tables:
        if taken.isdisjoint(table):
            taken.update(table)
            yield table


def snaked(items: list[T], tables: int) -> list[list[T]]:
    """Dealt to and fro: 1 2 3, 6 5 4, 7 8 9."""
    dealt: list[list[T]] = [[] for _ in range(tables)]
    for place, item in enumerate(items):
        row, column = divmod(place, tables)
        dealt[column if row % 2 == 0 else tables - 1 - column].append(item)
    return dealt
