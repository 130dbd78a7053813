"""What a movement costs and whether it is legal (section 9: AK-92 to AK-98, AK-295), and straight moves that the
rules make themselves (AK-114, AK-240, AK-314).

A path is the list of its points, without the place where it starts. `trouble` is the one truth about a path; what
it returns says which segment breaks the rule and what stands in the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arena.games.alkemy.geometry import TOUCH, Part, Point, closer, distance, overlap, trunc
from arena.games.alkemy.material import BOARD
from arena.games.alkemy.sight import elevation
from arena.games.alkemy.table import Base, Table, Terrain, on_board

Path = Sequence[Point]

MOST_POINTS = 12  # AK-92
CROSSING = 100
"""AK-59: what crossing a hindering part costs."""
STEP = 10
"""AK-114, AK-240: by how much a straight move is shortened until it is legal."""
LEAPT = 3
"""AK-295: the greatest size of scenery that can be leapt over."""
DIRECTIONS: tuple[Point, ...] = (  # AK-314, in thousandths
    (1000, 0), (924, 383), (707, 707), (383, 924), (0, 1000), (-383, 924), (-707, 707), (-924, 383),
    (-1000, 0), (-924, -383), (-707, -707), (-383, -924), (0, -1000), (383, -924), (707, -707), (924, -383),
)  # fmt: skip
CLEARANCE = 6
"""AK-314: how far a touch point is beyond touching."""


class Trouble(NamedTuple):
    """Why a path is refused: the rule book's code, and where."""

    code: str
    segment: int = -1
    """The place in the path of the segment's end; -1: the path as a whole."""
    figure: int = -1
    """The figure in the way; -1: none."""
    piece: int = -1
    """The piece of scenery in the way; -1: none."""


def trouble(
    table: Table, base: Base, path: Path, allowance: int, *,
    leap: int | None = None, leaps: bool = False, longest_leap: int = 0, jump: bool = False,
) -> Trouble | None:  # fmt: skip
    """AK-93: the first thing that is wrong with a movement of the base, or None.

    `allowance` is in hundredths (AK-95). `leap` is the index of a leapt segment, `leaps` whether the figure has
    the skill, `longest_leap` its walk value in hundredths (AK-295).
    """
    if not 1 <= len(path) <= MOST_POINTS:
        return Trouble("bad-path")
    if leap is not None:
        if not leaps:
            return Trouble("no-skill", leap)
        if not 0 <= leap < len(path):
            return Trouble("bad-path", leap)
    r = base.radius
    for place, (x, y) in enumerate(path):
        if not (r <= x <= BOARD - r and r <= y <= BOARD - r):  # AK-35
            return Trouble("off-board", place)
    ax, ay = base.x, base.y
    for place, (bx, by) in enumerate(path):
        if place != leap:
            found = in_the_way(table, base, ax, ay, bx, by)
        elif distance(ax, ay, bx, by) > longest_leap:
            return Trouble("leap-too-long", place)
        else:
            found = _under_a_leap(table, base, ax, ay, bx, by)
        if found is not None:
            return found._replace(segment=place)
        ax, ay = bx, by
    for number, part in table.terrain.hindering:
        if part.encloses(ax, ay):  # AK-59
            return Trouble("bad-end", len(path) - 1, piece=number)
    if cost(table.terrain, base, path, leap=leap, jump=jump) > allowance:
        return Trouble("too-far", len(path) - 1)
    return None


def in_the_way(table: Table, base: Base, ax: int, ay: int, bx: int, by: int) -> Trouble | None:
    """AK-92: what the base comes closer to than touching on its way from A to B: scenery first, then figures."""
    r = base.radius
    for number, part in table.terrain.barring:
        if part.closer(ax, ay, bx, by, r):
            return Trouble("blocked", piece=number)
    west, east = (ax, bx) if ax < bx else (bx, ax)
    south, north = (ay, by) if ay < by else (by, ay)
    own = base.figure
    for figure, _, x, y, radius, _ in table.bases.values():
        radius += r
        if (
            west - radius < x < east + radius
            and south - radius < y < north + radius
            and figure != own
            and closer(x, y, ax, ay, bx, by, radius)
        ):
            return Trouble("blocked", figure=figure)
    return None


def obstacle(table: Table, base: Base, x: int, y: int) -> Trouble | None:
    """What keeps the figure from standing at the point: `off-board`, or `blocked` by scenery or another base."""
    return in_the_way(table, base, x, y, x, y) if on_board(x, y, base.radius) else Trouble("off-board")


def cost(terrain: Terrain, base: Base, path: Path, *, leap: int | None = None, jump: bool = False) -> int:
    """AK-94, AK-96: what the path costs, in hundredths."""
    spent = 0
    crossed: set[int] = set()
    ax, ay = base.x, base.y
    for place, (bx, by) in enumerate(path):
        length = distance(ax, ay, bx, by)
        spent += length
        if length and place != leap:
            rough = _rough(terrain, ax, ay, bx, by)
            if rough:
                met = [part for part in rough if part.meets(ax, ay, bx, by)]
                crossed.update(id(part) for part in met if part.hindering)
                if any(part.cluttered for part in met):  # AK-60
                    spent += length
                up, down = _climb(terrain, rough, ax, ay, bx, by)
                spent += up if jump else up + down
        ax, ay = bx, by
    return spent + CROSSING * len(crossed)


def falls(terrain: Terrain, base: Base, path: Path, *, leap: int | None = None) -> list[int]:
    """AK-97: the heights of the falls of a path that is moved along with `jump`. A leap never falls."""
    heights = []
    ax, ay = base.x, base.y
    for place, (bx, by) in enumerate(path):
        if place != leap and (ax, ay) != (bx, by):
            heights.append(_climb(terrain, _rough(terrain, ax, ay, bx, by), ax, ay, bx, by)[1])
        ax, ay = bx, by
    return [height for height in heights if height]


def fall_damage(height: int, size: int) -> int:
    """AK-98."""
    return max(0, -(-(height - 100 * size) // 100))


def contacts(table: Table, base: Base) -> list[Base]:
    """The enemies that the base, standing where it says, is in contact with (AK-38), by figure."""
    _, seat, x, y, radius, _ = base
    found = []
    for other in table.bases.values():
        if other[1] != seat:
            dx, dy, reach = other[2] - x, other[3] - y, other[4] + radius + TOUCH
            if dx * dx + dy * dy <= reach * reach:
                found.append(other)
    return sorted(found)


def touch_point(a: Base, b: Base) -> Point:
    """AK-314: where a goes to touch b."""
    return toward(b.x, b.y, a.x, a.y, a.radius + b.radius + CLEARANCE)


def along(x: int, y: int, direction: int, length: int) -> Point:
    """AK-314: the end of a straight move in one of the sixteen `DIRECTIONS`."""
    dx, dy = DIRECTIONS[direction]
    return x + trunc(dx * length, 1000), y + trunc(dy * length, 1000)


def toward(x: int, y: int, tx: int, ty: int, length: int) -> Point:
    """The point `length` from (x, y) toward (tx, ty), as AK-114 and AK-314 round it; negative: away (AK-240)."""
    whole = distance(x, y, tx, ty)
    if not whole:
        return x, y
    return x + trunc((tx - x) * length, whole), y + trunc((ty - y) * length, whole)


def walk_toward(table: Table, base: Base, tx: int, ty: int, walk: int) -> Point | None:
    """AK-114: where the walk of a failed charge ends; None: it stays."""
    for length in range(walk, 0, -STEP):
        end = toward(base.x, base.y, tx, ty, length)
        if trouble(table, base, [end], walk) is None and not contacts(table, base.at(*end)):
            return end
    return None


def pushed_to(table: Table, base: Base, cx: int, cy: int, length: int) -> Point | None:
    """AK-240: where a push of `length` hundredths away from (cx, cy) ends; None: it stays."""
    terrain, x, y = table.terrain, base.x, base.y
    cliffs = [part for part in terrain.climbable if not part.holds(x, y)]
    for pushed in range(length, 0, -STEP):
        ex, ey = toward(x, y, cx, cy, -pushed)
        if (
            on_board(ex, ey, base.radius)
            and not contacts(table, base.at(ex, ey))
            and not any(part.encloses(ex, ey) for _, part in terrain.hindering)
            and not in_the_way(table, base, x, y, ex, ey)
            and not _meet(cliffs, x, y, ex, ey)
        ):
            return ex, ey
    return None


def _rough(terrain: Terrain, ax: int, ay: int, bx: int, by: int) -> list[Part]:
    """What a segment may pay more on: of the parts, those whose box its own touches."""
    west, east = (ax, bx) if ax < bx else (bx, ax)
    south, north = (ay, by) if ay < by else (by, ay)
    return [
        part
        for part in terrain.rough
        if part.box[0] <= east and part.box[2] >= west and part.box[1] <= north and part.box[3] >= south
    ]


def _meet(parts: Sequence[Part], ax: int, ay: int, bx: int, by: int) -> bool:
    return any(part.meets(ax, ay, bx, by) for part in parts)


def _climb(terrain: Terrain, rough: list[Part], ax: int, ay: int, bx: int, by: int) -> tuple[int, int]:
    """AK-96: how far a segment goes up, and how far down. What is not rough has no height."""
    cliffs = [part for part in rough if part.climbable]
    if not cliffs:
        return 0, 0
    start, end = elevation(terrain, ax, ay), elevation(terrain, bx, by)
    top = max(start, end, *(part.height for part in cliffs if part.meets(ax, ay, bx, by)))
    return top - start, top - end


def _under_a_leap(table: Table, base: Base, ax: int, ay: int, bx: int, by: int) -> Trouble | None:
    """AK-295: what is too high to leap over, or in the way where it ends: scenery first, then figures."""
    r = base.radius
    for number, part in table.terrain.barring:
        too_high = part.size > LEAPT and part.kind != "water"
        if part.closer(ax if too_high else bx, ay if too_high else by, bx, by, r):
            return Trouble("blocked", piece=number)
    for other in table.bases.values():
        if other.figure != base.figure and overlap(other.x, other.y, other.radius, bx, by, r):
            return Trouble("blocked", figure=other.figure)
    return None
