"""Who sees whom, and what gives cover (section 5: AK-45 to AK-56).

Sight is 81 lines, one from each of nine test points of a base to each of the other's, and holds if one of them
meets no blocker (AK-50): `lines_between` looks at them all. `sees` and `sees_between` know it sooner: they leave
out the blockers outside the box around the two, and leave the others to `fast/sight.py`.
"""

from __future__ import annotations

from typing import NamedTuple

from arena.games.alkemy.fast.sight import sees_past
from arena.games.alkemy.geometry import Part, Point, closer, near, nine
from arena.games.alkemy.material import INCH, LEVEL
from arena.games.alkemy.table import KEPT, Base, Table, Terrain


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
        if len(terrain.grounds) >= KEPT:
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
    return not (parts or thirds) or sees_past(terrain, a, b, tall, parts, thirds)


def lines_between(table: Table, a: Base, b: Base) -> list[tuple[Point, Point]]:
    """The lines of AK-50 that no blocker meets, from a to b: none where they do not see each other.

    Each of the 81 against every blocker, as the rules have it; where there is one, `sees_between` holds.
    """
    tall = max(size_for_sight(table.terrain, a), size_for_sight(table.terrain, b))
    scenery = [
        part for part in screens(table.terrain, tall) if not part.holds(a.x, a.y) and not part.holds(b.x, b.y)
    ]
    thirds = [base for base in _taller(table, tall) if base.figure not in (a.figure, b.figure)]
    return [
        ((ax, ay), (bx, by))
        for ax, ay in nine(a.x, a.y, a.radius)
        for bx, by in nine(b.x, b.y, b.radius)
        if not any(part.meets(ax, ay, bx, by) for part in scenery)
        and not any(closer(base.x, base.y, ax, ay, bx, by, base.radius) for base in thirds)
    ]


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


def _in_order(terrain: Terrain, a: Base, b: Base) -> tuple[Base, Base, int]:
    """The two so that it does not matter who was named first, and the larger of their sizes."""
    tall = max(size_for_sight(terrain, a), size_for_sight(terrain, b))
    return (a, b, tall) if (a.x, a.y, a.radius) <= (b.x, b.y, b.radius) else (b, a, tall)
