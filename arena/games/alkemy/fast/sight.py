"""Sight without a look at each of the 81 lines: the twin of `sight.lines_between`, which says what sight is.

1. a blocker beside the strip that holds all the lines is left out;
2. where none is left, the two see each other;
3. a blocker that reaches across the whole strip between the two bases hides all;
4. the middle line and the two outermost are tried;
5. only then are the lines that each blocker leaves free worked out, as a set of 81 bits. What scenery leaves free
   depends on two places and one size, and is kept with the terrain.

Steps 1 to 4 decide nearly every question.
"""

from __future__ import annotations

from math import isqrt

from arena.games.alkemy.geometry import Part, Point, closer, nine
from arena.games.alkemy.table import KEPT, Base, Terrain

ALL_LINES = (1 << 81) - 1
_ROW = (1 << 9) - 1


def sees_past(terrain: Terrain, a: Base, b: Base, tall: int, parts: list[Part], thirds: list[Base]) -> bool:
    """Whether a line between the two passes all these, which are near; a and b in the order of `sight`."""
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
    """The free lines: bit 9*i + j is the line from a's point i to b's point j; a and b as `sees_past` has them."""
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
        if len(terrain.free_lines) >= KEPT:
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
