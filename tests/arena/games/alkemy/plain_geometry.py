"""Alkemy's geometry as the rule book words it, slowly: fractions, no early answer, nothing remembered.

Written from AK-34 to AK-56 and AK-92 to AK-98 and from nothing else, to hold the engine's against. Scenery is a
list of pieces, each a list of `Part`s, of which only the plain fields are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise

from arena.games.alkemy.geometry import Part
from arena.games.alkemy.table import Base

Point = tuple[int, int]
Pieces = Sequence[Sequence[Part]]


def csq(n: int) -> int:
    """AK-36."""
    s = 0
    while s * s < n:
        s += 1
    return s


def squared(a: tuple[Fraction | int, Fraction | int], b: tuple[Fraction | int, Fraction | int]) -> Fraction:
    return Fraction((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def gap(a: Base, b: Base) -> int:
    """AK-37."""
    return max(0, csq(int(squared((a.x, a.y), (b.x, b.y)))) - a.radius - b.radius)


def squared_to_segment(p: Point, a: Point, b: Point) -> Fraction:
    """The squared distance of a point and a segment: to the foot of the perpendicular, kept within the segment."""
    length = squared(a, b)
    if not length:
        return squared(p, a)
    t = Fraction((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length
    t = min(max(t, Fraction(0)), Fraction(1))
    return squared(p, (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))


def sides(part: Part) -> list[tuple[Point, Point]]:
    return [(part.corners[i - 1], part.corners[i]) for i in range(len(part.corners))]


def inner(side: tuple[Point, Point], x: Fraction | int, y: Fraction | int) -> Fraction:
    """AK-40: the cross product of an edge with a point."""
    (px, py), (qx, qy) = side
    return Fraction((qx - px) * (y - py) - (qy - py) * (x - px))


def holds(part: Part, x: int, y: int) -> bool:
    """AK-40, closed."""
    if part.corners:
        return all(inner(side, x, y) >= 0 for side in sides(part))
    return squared((part.x, part.y), (x, y)) <= part.r**2


def encloses(part: Part, x: int, y: int) -> bool:
    """AK-40, open."""
    if part.corners:
        return all(inner(side, x, y) > 0 for side in sides(part))
    return squared((part.x, part.y), (x, y)) < part.r**2


def meets(part: Part, a: Point, b: Point) -> bool:
    """AK-40. The segment changes sides where an edge's value is 0: it is enough to look there and between."""
    if not part.corners:
        return squared_to_segment((part.x, part.y), a, b) < part.r**2
    cuts = {Fraction(0), Fraction(1)}
    for side in sides(part):
        at_a, at_b = inner(side, *a), inner(side, *b)
        if at_a != at_b and 0 <= (cut := at_a / (at_a - at_b)) <= 1:
            cuts.add(cut)
    places = sorted(cuts)
    places += [(one + other) / 2 for one, other in pairwise(places)]
    return any(
        all(inner(side, a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) > 0 for side in sides(part))
        for t in places
    )


def squared_to_part(part: Part, a: Point, b: Point) -> Fraction | None:
    """AK-41: the squared distance of a segment and a polygon, None inside it."""
    if meets(part, a, b):
        return None
    return min(
        *(squared_to_segment(corner, a, b) for corner in part.corners),
        *(squared_to_segment(end, *side) for side in sides(part) for end in (a, b)),
    )


def closer(part: Part, a: Point, b: Point, r: int) -> bool:
    """AK-41."""
    if not part.corners:
        return squared_to_segment((part.x, part.y), a, b) < (part.r + r) ** 2
    found = squared_to_part(part, a, b)
    return found is None or found < r * r


def within(part: Part, a: Point, b: Point, r: int) -> bool:
    if not part.corners:
        return squared_to_segment((part.x, part.y), a, b) <= (part.r + r) ** 2
    found = squared_to_part(part, a, b)
    return found is None or found <= r * r


def nine(base: Base) -> list[Point]:
    """AK-42."""
    x, y, r = base.x, base.y, base.radius
    e = {50: 35, 60: 42, 80: 56, 100: 70}[r]
    steps = [(0, 0), (r, 0), (e, e), (0, r), (-e, e), (-r, 0), (-e, -e), (0, -r), (e, -e)]
    return [(x + dx, y + dy) for dx, dy in steps]


def all_parts(pieces: Pieces) -> list[Part]:
    return [part for piece in pieces for part in piece]


def elevation(pieces: Pieces, x: int, y: int) -> int:
    """AK-45."""
    return max(
        [0]
        + [
            part.height
            for part in all_parts(pieces)
            if part.kind == "obstructing" and part.size in (1, 2) and holds(part, x, y)
        ]
    )


def size_for_sight(pieces: Pieces, base: Base) -> int:
    """AK-46."""
    on = any(
        part.size >= 1 and part.kind != "hindering" and holds(part, base.x, base.y) for part in all_parts(pieces)
    )
    return base.size + (1 if on else 0)


def lines(pieces: Pieces, bases: Iterable[Base], a: Base, b: Base) -> set[tuple[Point, Point]]:
    """AK-49 to AK-52: the free ones of the 81 lines."""
    size = max(size_for_sight(pieces, a), size_for_sight(pieces, b))
    parts = [
        part
        for part in all_parts(pieces)
        if not holds(part, a.x, a.y)
        and not holds(part, b.x, b.y)
        and (
            part.kind == "hill"
            or (part.kind == "obstructing" and part.size >= 4)
            or (part.kind in ("obstructing", "hindering", "cluttered") and part.size > size)
        )
    ]
    thirds = [base for base in bases if base.figure not in (a.figure, b.figure)]
    thirds = [base for base in thirds if size_for_sight(pieces, base) > size]
    return {
        (p, q)
        for p in nine(a)
        for q in nine(b)
        if not any(meets(part, p, q) for part in parts)
        and not any(squared_to_segment((base.x, base.y), p, q) < base.radius**2 for base in thirds)
    }


def covers(pieces: Pieces, bases: Iterable[Base], a: Base, b: Base) -> tuple[list[int], list[int]]:
    """AK-55: pieces and figures that cover b from a."""
    tests = [((a.x, a.y), end) for end in nine(b)]
    centre = (b.x, b.y)
    covering = [
        number
        for number, piece in enumerate(pieces)
        if any(
            part.size >= 1
            and part.kind not in ("open", "water")
            and not holds(part, a.x, a.y)
            and not holds(part, b.x, b.y)
            and within(part, centre, centre, b.radius + 100)
            and any(meets(part, *line) for line in tests)
            for part in piece
        )
    ]
    thirds = [
        base.figure
        for base in bases
        if base.figure not in (a.figure, b.figure)
        and gap(base, b) <= 100
        and any(squared_to_segment((base.x, base.y), *line) < base.radius**2 for line in tests)
    ]
    return covering, sorted(thirds)


def blocked(pieces: Pieces, bases: Iterable[Base], mover: Base, a: Point, b: Point) -> bool:
    """AK-92, without a leap."""
    walls = [
        part for part in all_parts(pieces)
        if part.kind == "water" or (part.kind == "obstructing" and part.size >= 3)
    ]  # fmt: skip
    if any(closer(part, a, b, mover.radius) for part in walls):
        return True
    return any(
        squared_to_segment((base.x, base.y), a, b) < (base.radius + mover.radius) ** 2
        for base in bases
        if base.figure != mover.figure
    )


def cost(pieces: Pieces, start: Point, path: Sequence[Point], jump: bool) -> tuple[int, list[int]]:
    """AK-94 to AK-97: the cost of a path without a leap, and the heights of its falls if it is jumped."""
    total, crossed, falls = 0, set(), []
    for a, b in zip([start, *path[:-1]], path, strict=True):
        length = csq(int(squared(a, b)))
        if a == b:
            continue
        met = [
            (number, place)
            for number, piece in enumerate(pieces)
            for place, part in enumerate(piece)
            if meets(part, a, b)
        ]
        of = {key: pieces[key[0]][key[1]] for key in met}
        total += length * (2 if any(part.kind == "cluttered" for part in of.values()) else 1)
        crossed |= {key for key, part in of.items() if part.kind == "hindering"}
        climbed = [part.height for part in of.values() if part.kind == "obstructing" and part.size in (1, 2)]
        low, end = elevation(pieces, *a), elevation(pieces, *b)
        top = max([low, end, *climbed])
        total += top - low + (0 if jump else top - end)
        if top > end:
            falls.append(top - end)
    return total + 100 * len(crossed), falls
