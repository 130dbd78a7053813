"""A Swiss round at tables of three and more: score groups, as few repeat opponents as can be, balanced seats.

1. Byes: as few as table sizes allow, for those who had fewest, of them the lowest scored, the last number first.
2. From the top score down each score group is cut into as many slices as a table has seats, and table i takes the
   i-th of every slice, as the Dutch system pairs upper half with lower half. What is left over floats down.
3. Repairs: while two meet again, one of them changes places with somebody of another table, so that the fewest
   repeats and then the narrowest tables by score come of it. Where no change helps, the round is searched table by
   table, strictly without repeats, as far as the patience goes.
4. At each table the seats are dealt so that everybody comes closest to having sat everywhere equally often.

A round without repeats exists as long as there are more tables than anybody has had opponents (Hajnal and
Szemerédi: every graph has an equitable colouring with one colour more than its greatest degree).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from arena.pairing.settings import Seats

WINDOW = 48
"""Places up and down in which a repair looks first."""
REPAIRS = 4_000
"""Exchanges at most: each one makes fewer repeats, so a round needs far fewer."""
PATIENCE = 20_000
"""Steps of the strict search."""


@dataclass(frozen=True, slots=True)
class Player:
    key: str
    number: int
    points: Fraction
    met: Mapping[str, int]
    """How often it sat with whom."""
    sat: tuple[int, ...]
    """How often in each seat."""
    byes: int


@dataclass(frozen=True, slots=True)
class Drawn:
    tables: tuple[tuple[str, ...], ...]
    """By seat, the highest scored table first."""
    byes: tuple[str, ...]
    repeats: int
    """How often those who meet now have met before: 0, where a round without is found."""


def table_sizes(entrants: int, seats: Seats) -> list[int]:
    """As few without a table as can be, then as few tables as can be; larger ones first."""
    if entrants < seats.least:
        return []
    tables = -(-entrants // seats.most)
    while tables * seats.least > entrants:
        tables -= 1
    held = min(entrants, tables * seats.most)
    return [held // tables + (table < held % tables) for table in range(tables)]


def draw(players: Sequence[Player], seats: Seats) -> Drawn:
    """The next round of these players; none where they are too few for a table."""
    ranked = sorted(players, key=lambda one: (-one.points, one.number))
    sizes = table_sizes(len(ranked), seats)
    resting = set()
    spare = len(ranked) - sum(sizes)
    for one in sorted(ranked, key=lambda one: (one.byes, one.points, -one.number))[:spare]:
        resting.add(one.key)
    playing = [one for one in ranked if one.key not in resting]
    tables = _repaired(_sliced(playing, sizes), playing)
    tables.sort(key=lambda table: min((-one.points, one.number) for one in table))
    repeats = sum(_repeats(table) for table in tables)
    return Drawn(
        tuple(_seated(table) for table in tables), tuple(one.key for one in ranked if one.key in resting), repeats
    )


Table = list[Player]


def _sliced(ranked: Sequence[Player], sizes: Sequence[int]) -> list[Table]:
    """Score group by score group; sizes are dealt out from the top, so the smaller tables are at the bottom."""
    tables: list[Table] = []
    waiting: Table = []
    for place, one in enumerate(ranked):
        waiting.append(one)
        if place + 1 < len(ranked) and ranked[place + 1].points == one.points:
            continue
        held = 0
        group: list[int] = []
        for size in sizes[len(tables) :]:
            if held + size > len(waiting):
                break
            group.append(size)
            held += size
        tables += _cut(waiting[:held], group)
        waiting = waiting[held:]
    return tables


def _cut(group: Sequence[Player], sizes: Sequence[int]) -> list[Table]:
    tables: list[Table] = [[] for _ in sizes]
    place = 0
    for seat in range(max(sizes, default=0)):
        for table, size in zip(tables, sizes, strict=True):
            if seat < size:
                table.append(group[place])
                place += 1
    return tables


def _repeats(table: Sequence[Player]) -> int:
    """How often those who sit here have met before."""
    return sum(one.met.get(other.key, 0) for place, one in enumerate(table) for other in table[:place])


def _cost(table: Sequence[Player]) -> tuple[int, Fraction]:
    points = [one.points for one in table]
    return _repeats(table), (max(points) - min(points)) ** 2


def _repaired(tables: list[Table], ranked: Sequence[Player]) -> list[Table]:
    at = {one.key: number for number, table in enumerate(tables) for one in table}
    place = {one.key: number for number, one in enumerate(ranked)}
    for _ in range(REPAIRS):
        broken = [number for number, table in enumerate(tables) if _repeats(table)]
        if not broken:
            return tables
        if not any(_exchange(tables, number, at, place, ranked) for number in broken):
            return _searched(ranked, [len(table) for table in tables]) or tables
    return tables


def _exchange(
    tables: list[Table], broken: int, at: dict[str, int], place: Mapping[str, int], ranked: Sequence[Player]
) -> bool:
    """The best exchange that makes fewer repeats: near by score first, then anywhere. False: there is none."""
    table = tables[broken]
    for reach in (WINDOW, len(ranked)):
        best: tuple[tuple[int, Fraction], int, Player, Player] | None = None
        for one in table:
            if not any(one.met.get(other.key) for other in table):
                continue
            here = place[one.key]
            for other in ranked[max(0, here - reach) : here + reach + 1]:
                there = at[other.key]
                if there == broken:
                    continue
                gain = _gain(table, tables[there], one, other)
                if gain[0] < 0 and (best is None or (gain, abs(place[other.key] - here)) < best[:2]):
                    best = (gain, abs(place[other.key] - here), one, other)
        if best is not None:
            _, _, one, other = best
            there = at[other.key]
            table[table.index(one)] = other
            tables[there][tables[there].index(other)] = one
            at[one.key], at[other.key] = there, broken
            return True
    return False


def _gain(table: Table, elsewhere: Table, one: Player, other: Player) -> tuple[int, Fraction]:
    """What the exchange of two changes in repeats and in spread; less is better."""
    before, after = _cost(table), _cost([other if it is one else it for it in table])
    before_there, after_there = _cost(elsewhere), _cost([one if it is other else it for it in elsewhere])
    return (
        after[0] + after_there[0] - before[0] - before_there[0],
        after[1] + after_there[1] - before[1] - before_there[1],
    )


def _searched(ranked: Sequence[Player], sizes: Sequence[int]) -> list[Table] | None:
    """Tables without a repeat, by search: the one with the fewest left to sit with is placed first."""
    steps = iter(range(PATIENCE))
    free = {one.key: one for one in ranked}
    tables: list[Table] = []

    def fits(one: Player, table: Sequence[Player]) -> bool:
        return not any(one.met.get(other.key) for other in table)

    def filled(table: Table, size: int, candidates: list[Player]) -> bool:
        if len(table) == size:
            tables.append(table)
            if begun():
                return True
            tables.pop()
            return False
        for number, one in enumerate(candidates):
            if next(steps, None) is None:
                return False
            if len(candidates) - number < size - len(table):
                return False
            del free[one.key]
            later = [other for other in candidates[number + 1 :] if not one.met.get(other.key)]
            if filled([*table, one], size, later):
                return True
            free[one.key] = one
        return False

    def begun() -> bool:
        if not free:
            return True
        size = sizes[len(tables)]
        left = list(free.values())
        first = min(left, key=lambda one: (sum(fits(one, [other]) for other in left), one.number))
        near = sorted(
            (other for other in left if other is not first and fits(other, [first])),
            key=lambda other: (abs(other.points - first.points), other.number),
        )
        del free[first.key]
        if filled([first], size, near):
            return True
        free[first.key] = first
        return False

    return tables if begun() else None


def _seated(table: Sequence[Player]) -> tuple[str, ...]:
    """The seating that leaves the seats most evenly used; among equals the better numbers in front."""
    in_order = sorted(table, key=lambda one: one.number)

    def cost(order: tuple[int, ...]) -> int:
        return sum(in_order[player].sat[seat] for seat, player in enumerate(order))

    best = min(permutations(range(len(in_order))), key=cost)
    return tuple(in_order[player].key for player in best)
