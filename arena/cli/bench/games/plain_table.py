"""Alkemy's sight and paths as one writes them down from the rules: whole numbers, and nothing to save work.

The reference of `engines`: the 81 lines against all blockers until one passes, no look at what is near, nothing
remembered; and a way found on a lattice of points, step by step.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from arena.games.alkemy.geometry import Part, Point, csq
from arena.games.alkemy.table import Base

Pieces = Sequence[Sequence[Part]]


def sees(pieces: Pieces, bases: Sequence[Base], a: Base, b: Base) -> bool:
    """AK-49 to AK-52."""
    size = max(_size(pieces, a), _size(pieces, b))
    parts = [
        part
        for piece in pieces
        for part in piece
        if _blocks(part, size) and not _holds(part, a.x, a.y) and not _holds(part, b.x, b.y)
    ]
    thirds = [base for base in bases if base.figure not in (a.figure, b.figure) and _size(pieces, base) > size]
    return any(
        not any(_meets(part, p, q) for part in parts)
        and not any(_nearer((base.x, base.y), p, q, base.radius) for base in thirds)
        for p in _nine(a)
        for q in _nine(b)
    )


def may_walk(pieces: Pieces, bases: Sequence[Base], mover: Base, path: Sequence[Point], allowance: int) -> bool:
    """AK-92 to AK-96."""
    board, r = 2400, mover.radius
    if not all(r <= x <= board - r and r <= y <= board - r for x, y in path):
        return False
    steps = list(zip([(mover.x, mover.y), *path[:-1]], path, strict=True))
    if not all(_free(pieces, bases, mover, *step) for step in steps):
        return False
    parts = [part for piece in pieces for part in piece]
    if any(part.kind == "hindering" and _encloses(part, *path[-1]) for part in parts):
        return False
    crossed = [part for part in parts if part.kind == "hindering" and any(_meets(part, *step) for step in steps)]
    return 100 * len(crossed) + sum(_cost(parts, *step) for step in steps if step[0] != step[1]) <= allowance


def way(
    pieces: Pieces, bases: Sequence[Base], mover: Base, goal: Point, allowance: int, step: int
) -> list[Point] | None:
    """The shortest way over a lattice around the figure, and from its last point to the goal."""

    def free(a: Point, b: Point) -> bool:
        return _free(pieces, bases, mover, a, b)

    start = (mover.x, mover.y)
    before: dict[Point, Point] = {}
    queue = [(0, start, start)]
    while queue:
        spent, here, came = heappop(queue)
        if here in before:
            continue
        before[here] = came
        if spent + _length(here, goal) <= allowance and _length(here, goal) <= 2 * step and free(here, goal):
            found = [goal]
            while here != start:
                found.append(here)
                here = before[here]
            return found[::-1]
        for dx in (-step, 0, step):
            for dy in (-step, 0, step):
                there = here[0] + dx, here[1] + dy
                cost = spent + _length(here, there)
                if there not in before and cost <= allowance and free(here, there):
                    heappush(queue, (cost, there, here))
    return None


def _free(pieces: Pieces, bases: Sequence[Base], mover: Base, a: Point, b: Point) -> bool:
    return not any(
        _wall(part) and _part_nearer(part, a, b, mover.radius) for piece in pieces for part in piece
    ) and (
        not any(
            base.figure != mover.figure and _nearer((base.x, base.y), a, b, base.radius + mover.radius)
            for base in bases
        )
    )


def _cost(parts: list[Part], a: Point, b: Point) -> int:
    double = any(part.kind == "cluttered" and _meets(part, a, b) for part in parts)
    low, end = _height(parts, *a), _height(parts, *b)
    top = max([low, end, *(part.height for part in parts if _climbed(part) and _meets(part, a, b))])
    return _length(a, b) * (2 if double else 1) + top - low + top - end


def _height(parts: list[Part], x: int, y: int) -> int:
    return max((part.height for part in parts if _climbed(part) and _holds(part, x, y)), default=0)


def _climbed(part: Part) -> bool:
    return part.kind == "obstructing" and part.size in (1, 2)


def _length(a: Point, b: Point) -> int:
    return csq((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def _wall(part: Part) -> bool:
    return part.kind == "water" or (part.kind == "obstructing" and part.size >= 3)


def _blocks(part: Part, size: int) -> bool:
    if part.kind == "hill":
        return True
    if part.kind == "obstructing" and part.size >= 4:
        return True
    return part.kind in ("obstructing", "hindering", "cluttered") and part.size > size


def _size(pieces: Pieces, base: Base) -> int:
    on = any(
        part.size >= 1 and part.kind != "hindering" and _holds(part, base.x, base.y)
        for piece in pieces
        for part in piece
    )
    return base.size + (1 if on else 0)


def _nine(base: Base) -> list[Point]:
    x, y, r = base.x, base.y, base.radius
    e = 707 * r // 1000
    steps = ((0, 0), (r, 0), (e, e), (0, r), (-e, e), (-r, 0), (-e, -e), (0, -r), (e, -e))
    return [(x + dx, y + dy) for dx, dy in steps]


def _values(part: Part, x: int, y: int) -> list[int]:
    corners = part.corners
    return [
        (corners[i][0] - corners[i - 1][0]) * (y - corners[i - 1][1])
        - (corners[i][1] - corners[i - 1][1]) * (x - corners[i - 1][0])
        for i in range(len(corners))
    ]


def _holds(part: Part, x: int, y: int) -> bool:
    if part.corners:
        return all(value >= 0 for value in _values(part, x, y))
    return (x - part.x) ** 2 + (y - part.y) ** 2 <= part.r**2


def _encloses(part: Part, x: int, y: int) -> bool:
    if part.corners:
        return all(value > 0 for value in _values(part, x, y))
    return (x - part.x) ** 2 + (y - part.y) ** 2 < part.r**2


def _meets(part: Part, a: Point, b: Point) -> bool:
    """AK-40: on the inner side of all edges at once, between two fractions of the way."""
    if not part.corners:
        return _nearer((part.x, part.y), a, b, part.r)
    low, low_of, high, high_of = 0, 1, 1, 1
    for at_a, at_b in zip(_values(part, *a), _values(part, *b), strict=True):
        if at_a <= 0 and at_b <= 0:
            return False
        if at_a <= 0 and -at_a * low_of > low * (at_b - at_a):
            low, low_of = -at_a, at_b - at_a
        if at_b <= 0 and at_a * high_of < high * (at_a - at_b):
            high, high_of = at_a, at_a - at_b
    return low * high_of < high * low_of


def _nearer(p: Point, a: Point, b: Point, r: int) -> bool:
    """AK-39."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = (p[0] - a[0]) * dx + (p[1] - a[1]) * dy
    length = dx * dx + dy * dy
    if length == 0 or t <= 0:
        return (p[0] - a[0]) ** 2 + (p[1] - a[1]) ** 2 < r**2
    if t >= length:
        return (p[0] - b[0]) ** 2 + (p[1] - b[1]) ** 2 < r**2
    return (dx * (p[1] - a[1]) - dy * (p[0] - a[0])) ** 2 < r**2 * length


def _part_nearer(part: Part, a: Point, b: Point, r: int) -> bool:
    """AK-41."""
    if not part.corners:
        return _nearer((part.x, part.y), a, b, part.r + r)
    sides = [(part.corners[i - 1], part.corners[i]) for i in range(len(part.corners))]
    return (
        _meets(part, a, b)
        or any(_nearer(corner, a, b, r) for corner in part.corners)
        or any(_nearer(end, *side, r) for side in sides for end in (a, b))
    )
