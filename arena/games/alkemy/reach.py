"""Help for authors: where a figure can go with an allowance, and how. It decides no rule: every way that it gives
has passed `paths.trouble`.

A short way around obstacles runs from corner to corner of them, or more exactly from place to place on a rim
around them that is a base's radius wide. Those places are the nodes here. The cheapest ways to them from where the
figure stands are found as Dijkstra does (or, to one place far away, as A* does), and whether the base fits through
from one to the next is looked at only when a way would use it. A way to a point then is a way to some node, and on
in a straight line. It is cheap, but seldom the cheapest to the hundredth: the rims of round things have corners.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from itertools import pairwise

from arena.games.alkemy.geometry import Part, Point, closer, distance, near, trunc
from arena.games.alkemy.paths import CLEARANCE, MOST_POINTS, contacts, cost, toward, trouble
from arena.games.alkemy.table import Base, Table, on_board

_RIM: tuple[Point, ...] = (
    (1000, 0), (866, 500), (500, 866), (0, 1000), (-500, 866), (-866, 500),
    (-1000, 0), (-866, -500), (-500, -866), (0, -1000), (500, -866), (866, -500),
)  # fmt: skip
"""Twelve directions, in thousandths."""
_BEYOND = 1040
"""Thousandths of a radius: a polygon of twelve corners that far out comes nowhere nearer than the radius."""
_SHORTEST = 10
"""Hundredths by which `toward` shortens a way until it may end there."""

Way = list[Point]
_Open = tuple[int, int, int, int, bool]
"""What the way by a node costs at least; what the way to it costs, the node, the one before it; whether that is
sure, or as the crow flies."""


class Reach:
    """What one figure reaches from where it stands. It holds as long as nothing on the table moves."""

    def __init__(self, table: Table, base: Base, allowance: int) -> None:
        self.table = table
        self.base = base
        self.allowance = allowance
        self._nodes: list[Point] = []
        """The first is where the figure stands. Empty until a way is asked for that is not straight."""
        self._before: dict[int, int] = {}
        """Of each node that is reached the one before it: they are in the order of their cost."""
        self._spent: dict[int, int] = {}
        self._walls = [
            part
            for _, part in table.terrain.barring
            if part.closer(base.x, base.y, base.x, base.y, allowance + base.radius)
        ]
        self._others = [
            (other.x, other.y, other.radius + base.radius)
            for other in table.bases.values()
            if other.figure != base.figure
            and near(base.x, base.y, base.radius, other.x, other.y, other.radius, allowance)
        ]

    def way(self, x: int, y: int, touching: Iterable[int] = ()) -> Way | None:
        """A path to the point; None: none was found. It may end in contact with the enemies in `touching` only."""
        if not self._may_end(x, y, frozenset(touching)):
            return None
        return self._legal(self._way(x, y))

    def way_to_contact(self, target: Base) -> Way | None:
        """A path that ends in contact with the target and with no other enemy: a charge's, or an engagement's."""
        return self.way_near(target.x, target.y, target.radius, CLEARANCE, touching=(target.figure,))

    def way_near(self, x: int, y: int, radius: int, limit: int, touching: Iterable[int] = ()) -> Way | None:
        """A path to where the gap to a disc (a marker, a token) is at most the limit: the cheapest of thirteen."""
        allowed = frozenset(touching)
        best: Way | None = None
        least = self.allowance + 1
        for point in self._around(x, y, radius, limit):
            if distance(self.base.x, self.base.y, *point) < least and self._may_end(*point, allowed):
                way = self._legal(self._way(*point))
                if way is not None and (spent := self._cost(way)) < least:
                    best, least = way, spent
        return best

    def toward(self, x: int, y: int, radius: int = 0, limit: int = 0) -> Way | None:
        """As much of a way to the point, or to where the gap to a disc is at most the limit, as the allowance
        pays; None: there is no such way, or not a step of it can be made."""
        for point in self._around(x, y, radius, limit) if radius else [(x, y)]:
            if self._may_end(*point, frozenset()):
                whole = Reach(self.table, self.base, _EVERYWHERE)._far_way(*point)
                if whole is not None:
                    return self._cut(whole)
        return None

    def points(self, step: int = 50) -> list[tuple[Point, int]]:
        """The points of a grid that the figure reaches, with their cost: for drawing, or for choosing among."""
        base, most = self.base, self.allowance
        found = []
        for y in range(-(-(base.y - most) // step) * step, base.y + most + 1, step):
            for x in range(-(-(base.x - most) // step) * step, base.x + most + 1, step):
                if distance(base.x, base.y, x, y) <= most:
                    way = self.way(x, y)
                    if way is not None:
                        found.append(((x, y), self._cost(way)))
        return found

    # --- the nodes

    def _corners(self) -> Iterator[Point]:
        base, terrain, r = self.base, self.table.terrain, self.base.radius
        for _, part in terrain.barring:
            yield from self._rim_of(part, r)
        for part in terrain.rough:
            yield from self._rim_of(part, 0)  # around what costs more, the centre goes along its edge
        for other in self.table.bases.values():
            if other.figure != base.figure:
                yield from self._standable(_ring(other.x, other.y, other.radius + r))

    def _rim_of(self, part: Part, r: int) -> Iterator[Point]:
        if not part.corners:
            yield from self._standable(_ring(part.x, part.y, part.r + r))
        for x, y in part.corners:
            yield from self._standable(_ring(x, y, r) if r else [(x, y)])

    def _standable(self, points: Iterable[Point]) -> Iterator[Point]:
        base, most = self.base, self.allowance
        for x, y in points:
            if (
                near(base.x, base.y, 0, x, y, 0, most)
                and on_board(x, y, base.radius)
                and self._fits((x, y), (x, y))
            ):
                yield x, y

    # --- the ways

    def _way(self, x: int, y: int) -> Way | None:
        """The cheapest way by the nodes, which may yet have too many points or end where it must not."""
        start = self.base.x, self.base.y
        best, last = self.allowance + 1, -1
        if self._fits(start, (x, y)):
            best, last = min(best, self._step(start, (x, y))), 0
            if best == distance(*start, x, y):
                return [(x, y)]
        if not self._nodes:
            self._nodes = [start, *self._corners()]
            self._search(None)
        tries = [(spent + distance(*self._nodes[node], x, y), node) for node, spent in self._spent.items() if node]
        for least, node in sorted(tries):
            if least >= best:
                break
            here = self._nodes[node]
            if self._fits(here, (x, y)):
                spent = self._spent[node] + self._step(here, (x, y))
                if spent < best:
                    best, last = spent, node
        return None if last < 0 or best > self.allowance else self._refined([*self._back(last), (x, y)])

    def _far_way(self, x: int, y: int) -> Way | None:
        self._nodes = [(self.base.x, self.base.y), (x, y), *self._corners()]
        self._search((x, y))
        return self._refined(self._back(1)) if 1 in self._before else None

    def _search(self, goal: Point | None) -> None:
        """The cheapest ways to all nodes, or to node 1, the goal. A step is looked at when it would be taken."""
        nodes = self._nodes
        ahead = [distance(*node, *goal) if goal else 0 for node in nodes]
        left = set(range(len(nodes)))
        queue: list[_Open] = [(0, 0, 0, 0, True)]
        while queue and left:
            _, spent, node, before, sure = heappop(queue)
            if node not in left:
                continue
            if not sure:
                if not self._fits(nodes[before], nodes[node]):
                    continue
                real = self._spent[before] + self._step(nodes[before], nodes[node])
                if real > spent:
                    if real <= self.allowance:
                        heappush(queue, (real + ahead[node], real, node, before, True))
                    continue
            left.discard(node)
            self._spent[node], self._before[node] = spent, before
            if goal and node == 1:
                return
            x, y = nodes[node]
            for other in left:
                crow = spent + distance(x, y, *nodes[other])
                if crow <= self.allowance:
                    heappush(queue, (crow + ahead[other], crow, other, node, False))

    def _fits(self, a: Point, b: Point) -> bool:
        """Whether nothing is in the way, of what is near enough to be."""
        (ax, ay), (bx, by) = a, b
        west, east = (ax, bx) if ax < bx else (bx, ax)
        south, north = (ay, by) if ay < by else (by, ay)
        for x, y, r in self._others:
            if west - r < x < east + r and south - r < y < north + r and closer(x, y, ax, ay, bx, by, r):
                return False
        radius = self.base.radius
        return not any(part.closer(ax, ay, bx, by, radius) for part in self._walls)

    def _legal(self, way: Way | None) -> Way | None:
        return None if way is None or trouble(self.table, self.base, way, self.allowance) else way

    def _cost(self, way: Way) -> int:
        return cost(self.table.terrain, self.base, way)

    def _back(self, node: int) -> Way:
        way: Way = []
        while node:
            way.append(self._nodes[node])
            node = self._before[node]
        return way[::-1]

    def _step(self, a: Point, b: Point) -> int:
        return cost(self.table.terrain, self.base.at(*a), self._split(a, b))

    def _refined(self, way: Way) -> Way:
        """Split at the edges of cluttered ground, as long as the path has points left."""
        fine: Way = []
        for a, b in pairwise([(self.base.x, self.base.y), *way]):
            fine += self._split(a, b)
        return fine if len(fine) <= MOST_POINTS else way

    def _split(self, a: Point, b: Point) -> Way:
        """AK-60: a straight segment in pieces, so that only what is inside cluttered ground costs double."""
        met = [part for part in self.table.terrain.rough if part.cluttered and part.meets(*a, *b)]
        if not met:
            return [b]
        whole = distance(*a, *b)
        into = _last(whole, lambda k: not any(part.meets(*a, *toward(*a, *b, k)) for part in met))
        out = _last(whole, lambda k: not any(part.meets(*b, *toward(*b, *a, k)) for part in met))
        cuts = [toward(*a, *b, into), toward(*b, *a, out)]
        split = [point for point in cuts if point not in (a, b)] + [b]
        here = self.base.at(*a)
        terrain = self.table.terrain
        fits = all(self._fits(p, q) for p, q in pairwise([a, *split]))
        return split if fits and cost(terrain, here, split) < cost(terrain, here, [b]) else [b]

    # --- the ends

    def _may_end(self, x: int, y: int, touching: frozenset[int]) -> bool:
        if not on_board(x, y, self.base.radius):
            return False
        return all(enemy.figure in touching for enemy in contacts(self.table, self.base.at(x, y)))

    def _around(self, x: int, y: int, radius: int, limit: int) -> list[Point]:
        """Places at the limit around a disc, the nearest first; only where it stands, if that is near enough."""
        base = self.base
        if near(base.x, base.y, base.radius, x, y, radius, limit):
            return [(base.x, base.y)]
        out = radius + base.radius + limit
        ring = [toward(x, y, base.x, base.y, out)]
        ring += [(x + trunc(out * dx, 1000), y + trunc(out * dy, 1000)) for dx, dy in _RIM]
        fits = [point for point in ring if near(*point, base.radius, x, y, radius, limit)]
        return sorted(fits, key=lambda point: distance(base.x, base.y, *point))

    def _cut(self, way: Way) -> Way | None:
        """As much of a way as the allowance pays, and its end may be an end."""
        table, base = self.table, self.base
        way = way[:MOST_POINTS]
        while way:
            *before, end = way
            if cost(table.terrain, base, before) < self.allowance:
                start = before[-1] if before else (base.x, base.y)
                for length in range(distance(*start, *end), 0, -_SHORTEST):
                    point = toward(*start, *end, length)
                    cut = [*before, point]
                    if self._may_end(*point, frozenset()) and trouble(table, base, cut, self.allowance) is None:
                        return cut
            way = before
        return None


_EVERYWHERE = 10_000
"""An allowance with which no place is too far."""


def _ring(x: int, y: int, r: int) -> list[Point]:
    out = r * _BEYOND // 1000 + 2
    return [(x + out * dx // 1000, y + out * dy // 1000) for dx, dy in _RIM]


def _last(most: int, holds: Callable[[int], bool]) -> int:
    """The greatest length up to `most` for which it holds, where it holds up to some length and then no more."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if holds(middle):
            low = middle
        else:
            high = middle - 1
    return low
