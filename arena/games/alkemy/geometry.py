"""Points, segments, bases and scenery parts, in whole numbers (section 4: AK-34 to AK-45).

Everything is exact: no floating point, no rounding but `csq` and `trunc`. The unit is the hundredth of an inch.
A base is a disc; a scenery part is a convex polygon, its corners counter-clockwise, or a disc. On a board of
2400 by 2400 every product stays far below 64 bits, so a compiled version may use machine integers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isqrt

Point = tuple[int, int]
Edge = tuple[int, int, int]
"""(p, q, c) of a polygon's edge: p*x + q*y + c is positive on the inner side, 0 on the edge's line (AK-40)."""
Box = tuple[int, int, int, int]
"""Least x, least y, greatest x, greatest y."""

TOUCH = 10
"""AK-38: two bases are in contact if the gap between them is at most this."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a piece of scenery: a kind and two figures over a polygon, or over a disc (`corners` empty)."""

    kind: str
    size: int
    height: int
    corners: tuple[Point, ...] = ()
    x: int = 0
    y: int = 0
    r: int = 0
    """The disc's centre and radius."""

    edges: tuple[Edge, ...] = field(init=False, repr=False, compare=False)
    box: Box = field(init=False, repr=False, compare=False)
    hindering: bool = field(init=False, repr=False, compare=False)  # AK-59
    cluttered: bool = field(init=False, repr=False, compare=False)  # AK-60
    barring: bool = field(init=False, repr=False, compare=False)
    """It blocks movement (AK-61, AK-64)."""
    climbable: bool = field(init=False, repr=False, compare=False)  # AK-63
    raising: bool = field(init=False, repr=False, compare=False)
    """A figure on it counts one size more for sight (AK-46)."""

    def __post_init__(self) -> None:
        settle = object.__setattr__  # the class is frozen: what follows from the fields is set once, here
        following = (*self.corners[1:], *self.corners[:1])
        settle(self, "edges", tuple(map(_edge, self.corners, following)))
        settle(self, "box", _box(self))
        obstructing = self.kind == "obstructing"
        settle(self, "hindering", self.kind == "hindering")
        settle(self, "cluttered", self.kind == "cluttered")
        settle(self, "barring", (obstructing and self.size >= 3) or self.kind == "water")
        settle(self, "climbable", obstructing and 1 <= self.size <= 2)
        settle(self, "raising", self.size >= 1 and not self.hindering)

    def holds(self, x: int, y: int) -> bool:
        """AK-40: whether the point is in the part, its edge included."""
        if not self.corners:
            dx, dy = x - self.x, y - self.y
            return dx * dx + dy * dy <= self.r * self.r
        return all(p * x + q * y + c >= 0 for p, q, c in self.edges)

    def encloses(self, x: int, y: int) -> bool:
        """Whether the point is in the part's open interior."""
        if not self.corners:
            dx, dy = x - self.x, y - self.y
            return dx * dx + dy * dy < self.r * self.r
        return all(p * x + q * y + c > 0 for p, q, c in self.edges)

    def meets(self, ax: int, ay: int, bx: int, by: int) -> bool:
        """AK-40: whether the segment AB has a point in the open interior. Sliding along an edge does not meet."""
        if not self.corners:
            return closer(self.x, self.y, ax, ay, bx, by, self.r)
        # The open interval (low, high) of the segment on the inner side of every edge so far, as two fractions.
        low, low_of, high, high_of = 0, 1, 1, 1
        for p, q, c in self.edges:
            a = p * ax + q * ay + c
            b = p * bx + q * by + c
            if a <= 0:
                if b <= 0:
                    return False
                if -a * low_of > low * (b - a):
                    low, low_of = -a, b - a
            elif b <= 0 and a * high_of < high * (a - b):
                high, high_of = a, a - b
        return low * high_of < high * low_of

    def closer(self, ax: int, ay: int, bx: int, by: int, r: int) -> bool:
        """AK-41: whether the segment AB comes nearer than r to the part."""
        if not self.corners:
            return closer(self.x, self.y, ax, ay, bx, by, self.r + r)
        if self._beyond(ax, ay, bx, by, r):
            return False
        return self.meets(ax, ay, bx, by) or self._rim_closer(ax, ay, bx, by, r)

    def within(self, ax: int, ay: int, bx: int, by: int, r: int) -> bool:
        """The same with "at most r"."""
        if not self.corners:
            return within(self.x, self.y, ax, ay, bx, by, self.r + r)
        if self._beyond(ax, ay, bx, by, r + 1):
            return False
        if self.meets(ax, ay, bx, by):
            return True
        for (px, py), (qx, qy) in zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True):
            if within(px, py, ax, ay, bx, by, r):
                return True
            if within(ax, ay, px, py, qx, qy, r) or within(bx, by, px, py, qx, qy, r):
                return True
        return False

    def _rim_closer(self, ax: int, ay: int, bx: int, by: int, r: int) -> bool:
        px, py = self.corners[-1]
        for qx, qy in self.corners:
            if closer(qx, qy, ax, ay, bx, by, r):
                return True
            if closer(ax, ay, px, py, qx, qy, r) or closer(bx, by, px, py, qx, qy, r):
                return True
            px, py = qx, qy
        return False

    def _beyond(self, ax: int, ay: int, bx: int, by: int, r: int) -> bool:
        """Whether the boxes around the segment and the part are r or more apart: a quick no."""
        x0, y0, x1, y1 = self.box
        return (
            (ax >= x1 + r and bx >= x1 + r)
            or (ax <= x0 - r and bx <= x0 - r)
            or (ay >= y1 + r and by >= y1 + r)
            or (ay <= y0 - r and by <= y0 - r)
        )


def polygon(kind: str, size: int, height: int, corners: tuple[Point, ...]) -> Part:
    return Part(kind, size, height, corners=corners)


def disc(kind: str, size: int, height: int, x: int, y: int, r: int) -> Part:
    return Part(kind, size, height, x=x, y=y, r=r)


def csq(n: int) -> int:
    """AK-36: the smallest whole s with s*s >= n."""
    return isqrt(n - 1) + 1 if n > 0 else 0


def trunc(a: int, b: int) -> int:
    """AK-36: a/b rounded toward zero, b positive."""
    return a // b if a >= 0 else -(-a // b)


def distance(ax: int, ay: int, bx: int, by: int) -> int:
    """csq(|AB|2): what a movement along AB costs on open ground (AK-94)."""
    dx, dy = bx - ax, by - ay
    return csq(dx * dx + dy * dy)


def gap(ax: int, ay: int, ra: int, bx: int, by: int, rb: int) -> int:
    """AK-37: M(a, b), from edge to edge of two discs. Within d inches: at most 100 d."""
    dx, dy = bx - ax, by - ay
    return max(0, csq(dx * dx + dy * dy) - ra - rb)


def overlap(ax: int, ay: int, ra: int, bx: int, by: int, rb: int) -> bool:
    """AK-38."""
    dx, dy, reach = bx - ax, by - ay, ra + rb
    return dx * dx + dy * dy < reach * reach


def near(ax: int, ay: int, ra: int, bx: int, by: int, rb: int, limit: int) -> bool:
    """Whether M(a, b) <= limit, without a root: csq(n) <= k just where n <= k*k."""
    dx, dy, reach = bx - ax, by - ay, ra + rb + limit
    return dx * dx + dy * dy <= reach * reach


def contact(ax: int, ay: int, ra: int, bx: int, by: int, rb: int) -> bool:
    """AK-38: in contact at a gap of at most a tenth of an inch."""
    return near(ax, ay, ra, bx, by, rb, TOUCH)


def closer(px: int, py: int, ax: int, ay: int, bx: int, by: int, r: int) -> bool:
    """AK-39: dist(P, AB) < r."""
    dx, dy = bx - ax, by - ay
    vx, vy = px - ax, py - ay
    t = vx * dx + vy * dy
    if t <= 0:
        return vx * vx + vy * vy < r * r
    length = dx * dx + dy * dy
    if t >= length:
        wx, wy = px - bx, py - by
        return wx * wx + wy * wy < r * r
    cross = dx * vy - dy * vx
    return cross * cross < r * r * length


def within(px: int, py: int, ax: int, ay: int, bx: int, by: int, r: int) -> bool:
    """AK-39: dist(P, AB) <= r."""
    dx, dy = bx - ax, by - ay
    vx, vy = px - ax, py - ay
    t = vx * dx + vy * dy
    if t <= 0:
        return vx * vx + vy * vy <= r * r
    length = dx * dx + dy * dy
    if t >= length:
        wx, wy = px - bx, py - by
        return wx * wx + wy * wy <= r * r
    cross = dx * vy - dy * vx
    return cross * cross <= r * r * length


def nine(x: int, y: int, r: int) -> tuple[Point, ...]:
    """AK-42: the test points of a base: its centre, then eight on its rim, from the east counter-clockwise."""
    e = 707 * r // 1000
    return (
        (x, y),
        (x + r, y),
        (x + e, y + e),
        (x, y + r),
        (x - e, y + e),
        (x - r, y),
        (x - e, y - e),
        (x, y - r),
        (x + e, y - e),
    )


def _edge(a: Point, b: Point) -> Edge:
    (ax, ay), (bx, by) = a, b
    return ay - by, bx - ax, ax * by - ay * bx


def _box(part: Part) -> Box:
    if not part.corners:
        return part.x - part.r, part.y - part.r, part.x + part.r, part.y + part.r
    xs, ys = zip(*part.corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
