"""Who sees whom, and what gives cover (section 5: AK-45 to AK-56).

Sight is 81 lines, one from each of nine test points of a base to each of the other's, and holds if one of them
meets no blocker (AK-50). All 81 are seldom looked at:

1. a blocker outside the box around the two, or beside the strip that holds all the lines, is left out;
2. where none is left, the two see each other;
3. a blocker that reaches across the whole strip between the two bases hides all;
4. the middle line and the two outermost are tried;
5. only then are the lines that each blocker leaves free worked out, as a set of 81 bits. What scenery leaves free
   depends on two places and one size, and is kept with the terrain.

Steps 1 to 4 decide nearly every question. `lines_between` tells which lines are free.
"""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from arena.games.alkemy.geometry import Part, Point, closer, near, nine
from arena.games.alkemy.material import INCH, LEVEL
from arena.games.alkemy.table import Base, Table, Terrain

ALL_LINES = (1 << 81) - 1
_ROW = (1 << 9) - 1
_KEPT = 20_000
"""Entries of a terrain's memory; it is emptied when it is full."""


class Covers(NamedTuple):
    """AK-55: what covers a target, in the order of AK-56 (`melee` and `stealth` are no matter of geometry)."""

    pieces: tuple[int, ...]
    figures: tuple[int, ...]


def elevation(terrain: Terrain, x: int, y: int) -> int:
    """AK-45: of a point, in hundredths of an inch."""
    return ground(terrain, x, y)[0]


def ground(terrain: Terrain, x: int, y: int) -> tuple[int, int]:
    """AK-45, AK-46: the elevation of a point, and by how much it raises the size of who stands there: 0 or 1."""
    found = terrain.grounds.get((x, y))
    if found is None:
        high = raised = 0
        for _, part in terrain.parts:
            if part.raising and part.holds(x, y):
                raised = 1
                if part.climbable and part.height > high:
                    high = part.height
        if len(terrain.grounds) >= _KEPT:
            terrain.grounds.clear()
        terrain.grounds[x, y] = found = high, raised
    return found


def size_for_sight(terrain: Terrain, base: Base) -> int:
    """AK-46."""
    return base.size + ground(terrain, base.x, base.y)[1]


def level(terrain: Terrain, a: Base, b: Base) -> bool:
    """AK-47."""
    return abs(elevation(terrain, a.x, a.y) - elevation(terrain, b.x, b.y)) <= LEVEL


def sees(table: Table, a: int, b: int) -> bool:
    """AK-49, AK-50: whether two figures on board see each other. Remembered until a figure moves."""
    key = (a, b) if a < b else (b, a)
    seen = table.seen.get(key)
    if seen is None:
        table.seen[key] = seen = sees_between(table, table.bases[key[0]], table.bases[key[1]])
    return seen


def sees_between(table: Table, a: Base, b: Base) -> bool:
    """The same for bases that need not stand where the table has these figures: "would see from there"."""
    terrain = table.terrain
    a, b, tall = _in_order(terrain, a, b)
    west, east = min(a.x - a.radius, b.x - b.radius), max(a.x + a.radius, b.x + b.radius)
    south, north = min(a.y - a.radius, b.y - b.radius), max(a.y + a.radius, b.y + b.radius)
    parts = [
        part
        for part in screens(terrain, tall)
        if part.box[0] < east and part.box[2] > west and part.box[1] < north and part.box[3] > south
    ]
    thirds = [
        base
        for base in _taller(table, tall)
        if west - base.radius < base.x < east + base.radius
        and south - base.radius < base.y < north + base.radius
        and base.figure != a.figure
        and base.figure != b.figure
    ]
    return not (parts or thirds) or _sees_past(terrain, a, b, tall, parts, thirds)


def _sees_past(terrain: Terrain, a: Base, b: Base, tall: int, parts: list[Part], thirds: list[Base]) -> bool:
    strip = _Strip(a, b)
    scenery, figures = [], []
    for part in parts:
        touched = strip.touched_by(part)
        if touched and not (part.holds(a.x, a.y) or part.holds(b.x, b.y)):
            if touched == _ACROSS:
                return False
            scenery.append(part)
    for base in thirds:
        touched = strip.touched_by_disc(base.x, base.y, base.radius)
        if touched == _ACROSS:
            return False
        if touched:
            figures.append(base)
    if not scenery and not figures:
        return True
    for (ax, ay), (bx, by) in strip.outlines():
        if not any(part.meets(ax, ay, bx, by) for part in scenery) and not any(
            closer(base.x, base.y, ax, ay, bx, by, base.radius) for base in figures
        ):
            return True
    return _free(terrain, a, b, tall, scenery, figures) != 0


def lines_between(table: Table, a: Base, b: Base) -> list[tuple[Point, Point]]:
    """The lines of AK-50 that no blocker meets, from a to b: none where they do not see each other."""
    terrain = table.terrain
    first, second, tall = _in_order(terrain, a, b)
    strip = _Strip(first, second)
    scenery = [
        part
        for part in screens(terrain, tall)
        if strip.touched_by(part) and not part.holds(a.x, a.y) and not part.holds(b.x, b.y)
    ]
    free = _free(terrain, first, second, tall, scenery, _thirds(table, a, b, tall))
    froms, tos = nine(first.x, first.y, first.radius), nine(second.x, second.y, second.radius)
    lines = [(froms[line // 9], tos[line % 9]) for line in range(81) if free >> line & 1]
    return lines if first is a else [(end, start) for start, end in lines]


def screens(terrain: Terrain, tall: int) -> tuple[Part, ...]:
    """AK-51: the parts that block sight between figures of which the taller has this size."""
    found = terrain.screens.get(tall)
    if found is None:
        terrain.screens[tall] = found = tuple(part for _, part in terrain.parts if _screens(part, tall))
    return found


def covers(table: Table, shooter: Base, target: Base) -> Covers:
    """AK-55: what covers the target from the shooter."""
    sx, sy = shooter.x, shooter.y
    lines = nine(target.x, target.y, target.radius)
    pieces: list[int] = []
    for number, part in table.terrain.parts:
        if (
            number not in pieces
            and part.size >= 1
            and part.kind not in ("open", "water")
            and not part.holds(sx, sy)
            and not part.holds(target.x, target.y)
            and part.within(target.x, target.y, target.x, target.y, INCH + target.radius)
            and any(part.meets(sx, sy, x, y) for x, y in lines)
        ):
            pieces.append(number)
    figures = [
        base.figure
        for base in table.bases.values()
        if base.figure != shooter.figure
        and base.figure != target.figure
        and near(base.x, base.y, base.radius, target.x, target.y, target.radius, INCH)
        and any(closer(base.x, base.y, sx, sy, x, y, base.radius) for x, y in lines)
    ]
    return Covers(tuple(pieces), tuple(sorted(figures)))


def _screens(part: Part, tall: int) -> bool:
    if part.kind == "obstructing":
        return part.size >= 4 or part.size > tall
    return part.kind == "hill" or (part.kind in ("hindering", "cluttered") and part.size > tall)


def _taller(table: Table, tall: int) -> list[Base]:
    """AK-52: the figures that stand higher than that. None counts more than one size above its own."""
    found = table.taller.get(tall)
    if found is None:
        terrain = table.terrain
        table.taller[tall] = found = [
            base
            for base in table.bases.values()
            if base.size >= tall and (base.size > tall or size_for_sight(terrain, base) > tall)
        ]
    return found


def _thirds(table: Table, a: Base, b: Base, tall: int) -> list[Base]:
    return [base for base in _taller(table, tall) if base.figure != a.figure and base.figure != b.figure]


def _in_order(terrain: Terrain, a: Base, b: Base) -> tuple[Base, Base, int]:
    """The two so that it does not matter who was named first, and the larger of their sizes."""
    tall = max(size_for_sight(terrain, a), size_for_sight(terrain, b))
    return (a, b, tall) if (a.x, a.y, a.radius) <= (b.x, b.y, b.radius) else (b, a, tall)


_BESIDE, _INTO, _ACROSS = 0, 1, 2
"""What a blocker does to a strip: it meets none of its lines; it may meet some; it meets them all."""


class _Strip:
    """The lines between two bases. Their test points are octagons, so all of this is exact in whole numbers."""

    __slots__ = ("a", "ax", "ay", "b", "bx", "by", "dx", "dy", "ea", "eb", "middle", "ra", "rb", "width")

    def __init__(self, a: Base, b: Base) -> None:
        self.a, self.b = a, b
        self.ax, self.ay, self.ra = ax, ay, ra = a.x, a.y, a.radius
        self.bx, self.by, self.rb = bx, by, rb = b.x, b.y, b.radius
        self.ea, self.eb = 707 * ra // 1000, 707 * rb // 1000
        # The strip along AB that holds all lines: |dx*y - dy*x - middle| <= width.
        self.dx, self.dy = dx, dy = bx - ax, by - ay
        self.middle = dx * ay - dy * ax
        wide, high = abs(dx), abs(dy)
        most, e = (ra, self.ea) if ra >= rb else (rb, self.eb)
        self.width = max(wide * most, high * most, (wide + high) * e)

    def touched_by(self, part: Part) -> int:
        if not part.corners:
            return self.touched_by_disc(part.x, part.y, part.r)
        ax, ay, bx, by, ra, rb = self.ax, self.ay, self.bx, self.by, self.ra, self.rb
        dx, dy, middle, width = self.dx, self.dy, self.middle, self.width
        left: list[Point] = []
        right: list[Point] = []
        lowest, highest = width, -width
        for corner in part.corners:
            aside = dx * corner[1] - dy * corner[0] - middle
            if aside > width:
                left.append(corner)
            elif aside < -width:
                right.append(corner)
            lowest = min(lowest, aside)
            highest = max(highest, aside)
        if lowest >= width or highest <= -width:
            return _BESIDE
        for p, q, c in part.edges:
            if p * ax + q * ay + c + _extent(p, q, ra, self.ea) <= 0 and (
                p * bx + q * by + c + _extent(p, q, rb, self.eb) <= 0
            ):
                return _BESIDE
        # A chord of the part from one side of the strip to the other, with a base on either side of it: every line
        # crosses it, and crosses it inside the part.
        for lx, ly in left:
            for rx, ry in right:
                p, q = ly - ry, rx - lx
                c = -p * lx - q * ly
                of_a, of_b = p * ax + q * ay + c, p * bx + q * by + c
                if of_a > 0:
                    of_a, of_b = -of_a, -of_b
                if of_a + _extent(p, q, ra, self.ea) < 0 and of_b - _extent(p, q, rb, self.eb) > 0:
                    return _ACROSS
        return _INTO

    def touched_by_disc(self, x: int, y: int, r: int) -> int:
        ax, ay, bx, by, ra, rb = self.ax, self.ay, self.bx, self.by, self.ra, self.rb
        if not closer(x, y, ax, ay, bx, by, r + max(ra, rb)):
            return _BESIDE
        dx, dy = self.dx, self.dy
        aside = abs(dx * y - dy * x - self.middle)
        along = dx * x + dy * y
        if (
            # the diameter across the strip, a little shortened where it has no whole length
            r * isqrt(dx * dx + dy * dy) - aside > self.width
            and dx * ax + dy * ay + _extent(dx, dy, ra, self.ea) < along
            and dx * bx + dy * by - _extent(dx, dy, rb, self.eb) > along
        ):
            return _ACROSS
        return _INTO

    def outlines(self) -> tuple[tuple[Point, Point], ...]:
        """The middle line, and the two between the test points that are farthest to either side."""
        froms, tos = nine(self.ax, self.ay, self.ra), nine(self.bx, self.by, self.rb)
        dx, dy = self.dx, self.dy
        aside = [dx * y - dy * x for x, y in froms]
        left, right = aside.index(max(aside)), aside.index(min(aside))
        return (froms[0], tos[0]), (froms[left], tos[left]), (froms[right], tos[right])


def _extent(p: int, q: int, r: int, e: int) -> int:
    """How much p*x + q*y grows at most from a base's centre to one of its test points."""
    p, q = abs(p), abs(q)
    return max(p * r, q * r, (p + q) * e)


def _free(
    terrain: Terrain, a: Base, b: Base, tall: int, scenery: list[Part], figures: list[Base]
) -> int:  # fmt: skip
    """The free lines: bit 9*i + j is the line from a's point i to b's point j; a and b as `_in_order` has them."""
    froms, tos = nine(a.x, a.y, a.radius), nine(b.x, b.y, b.radius)
    key = (a.x, a.y, a.radius, b.x, b.y, b.radius, tall)
    free = terrain.free_lines.get(key)
    if free is None:
        free = ALL_LINES
        for part in scenery:
            if part.corners:
                free = _passing(part, froms, tos, free)
            else:
                free = _passing_disc(part.x, part.y, part.r, froms, tos, free)
        if len(terrain.free_lines) >= _KEPT:
            terrain.free_lines.clear()
        terrain.free_lines[key] = free
    for base in figures:
        if not free:
            break
        free = _passing_disc(base.x, base.y, base.radius, froms, tos, free)
    return free


def _passing_disc(x: int, y: int, r: int, froms: tuple[Point, ...], tos: tuple[Point, ...], free: int) -> int:
    line = 1
    for ax, ay in froms:
        for bx, by in tos:
            if free & line and closer(x, y, ax, ay, bx, by, r):
                free ^= line
            line <<= 1
    return free


def _passing(part: Part, froms: tuple[Point, ...], tos: tuple[Point, ...], free: int) -> int:
    """From each point outside a polygon: a line meets it if its end is strictly between the two tangents and past
    every edge that faces the point."""
    edges, corners = part.edges, part.corners
    for i, (px, py) in enumerate(froms):
        row = free >> 9 * i & _ROW
        if not row:
            continue
        values = [p * px + q * py + c for p, q, c in edges]
        if min(values) >= 0:  # on the edge, or within: no tangents
            for j, (qx, qy) in enumerate(tos):
                if row >> j & 1 and part.meets(px, py, qx, qy):
                    free ^= 1 << 9 * i + j
            continue
        facing = [edge for edge, value in zip(edges, values, strict=True) if value <= 0]
        # Counter-clockwise, the edges that face the point begin at the left tangent and end at the right one.
        count = len(values)
        for k in range(count):
            if values[k] < 0 and values[k - 1] >= 0:
                lx, ly = corners[k][0] - px, corners[k][1] - py
            if values[k] >= 0 and values[k - 1] < 0:
                rx, ry = corners[k][0] - px, corners[k][1] - py
        for j, (qx, qy) in enumerate(tos):
            if row >> j & 1:
                vx, vy = qx - px, qy - py
                if (
                    rx * vy - ry * vx > 0
                    and lx * vy - ly * vx < 0
                    and all(p * qx + q * qy + c > 0 for p, q, c in facing)
                ):
                    free ^= 1 << 9 * i + j
    return free
