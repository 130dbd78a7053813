"""Pictures of Alkemy's table for its rules page: the places of scenarios, lines by the engine's own geometry.

Pictures have y downward, the board upward.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from arena.games.alkemy import sight, terrain
from arena.games.alkemy.geometry import Part, Point, nine
from arena.games.alkemy.material import BOARD, MARKER_RADIUS, MARKER_REACH, MARKERS, RADIUS_OF, ZONE_DEPTH
from arena.games.alkemy.table import Base, Table, Terrain

RIM: Final = 14
MOST_LINES: Final = 27
"""Of the 81 lines of sight that a picture shows."""
SIZE_TWO: Final = RADIUS_OF[2]


class Shape(NamedTuple):
    kind: str
    points: str
    """Of a polygon; empty: it is a disc."""
    x: int
    y: int
    r: int


class Piece(NamedTuple):
    name: str
    parts: Sequence[Shape]


class Man(NamedTuple):
    x: int
    y: int
    r: int
    inner: int
    seat: int
    label: str
    ghost: bool


class Line(NamedTuple):
    path: str
    css: str


class Ring(NamedTuple):
    x: int
    y: int
    r: int
    css: str


class Note(NamedTuple):
    x: int
    y: int
    text: str


class Zone(NamedTuple):
    seat: int
    y: int
    height: int


class Scene(NamedTuple):
    x: int
    y: int
    width: int
    height: int
    pieces: Sequence[Piece]
    men: Sequence[Man]
    words: str
    told: str = ""
    """Where the figures stand, for the test that compares it with the scenario."""
    lines: Sequence[Line] = ()
    rings: Sequence[Ring] = ()
    notes: Sequence[Note] = ()
    zones: Sequence[Zone] = ()
    name: str = ""
    about: str = ""

    @property
    def view(self) -> str:
        return f"{self.x} {self.y} {self.width} {self.height}"


def flipped(y: int) -> int:
    return BOARD - y


def _frame(x0: int, y0: int, x1: int, y1: int) -> tuple[int, int, int, int]:
    """The stretch of the board from south-west to north-east."""
    return x0, flipped(y1), x1 - x0, y1 - y0


def _shape(part: Part) -> Shape:
    points = " ".join(f"{x},{flipped(y)}" for x, y in part.corners)
    return Shape(part.kind, points, part.x, flipped(part.y), part.r)


def piece(name: str, x: int, y: int, rotation: str = "r0") -> Piece:
    return Piece(name, [_shape(part) for part in terrain.parts_of(name, x, y, rotation)])


def man(x: int, y: int, seat: int, label: object = "", ghost: bool = False, size: int = 2) -> Man:
    r = RADIUS_OF[size]
    return Man(x, flipped(y), r, r - RIM, seat, str(label), ghost)


def way(points: Iterable[Point], css: str) -> Line:
    return Line("M" + "L".join(f"{x} {flipped(y)}" for x, y in points), css)


def told(places: Iterable[Point]) -> str:
    return " ".join(f"{x},{y}" for x, y in places)


def _men(places: Sequence[Point], seats: Sequence[int]) -> list[Man]:
    return [man(x, y, seat, label) for label, ((x, y), seat) in enumerate(zip(places, seats, strict=True))]


# --- sight and cover

_SIGHT: Final[Sequence[Point]] = (
    (600, 1200), (600, 600), (600, 1800), (1400, 1200), (1400, 600), (1400, 1800), (1000, 1800),
)  # fmt: skip
_SEEN: Final = ((2, 6), (0, 4))
_SIGHT_SEATS: Final = (0, 0, 0, 1, 1, 1, 1)
_SIGHT_PIECES: Final = (("house", 1000, 1200), ("tower", 1000, 600), ("hill", 1000, 1800))


def sight_scene() -> Scene:
    table = _table(_SIGHT_PIECES, _SIGHT, _SIGHT_SEATS)
    lines: list[Line] = []
    for shooter, target in _SEEN:
        free = sight.lines_between(table, table.bases[shooter], table.bases[target])
        step = max(1, len(free) // MOST_LINES)
        lines += [way(line, "free") for line in free[::step]]
    for shooter, target in ((0, 3), (1, 4), (2, 5)):
        if not sight.sees(table, shooter, target):
            lines.append(way((_SIGHT[shooter], _SIGHT[target]), "blocked"))
    words = (
        "A hill, a house and a tower, each between two figures. Lines of sight run to the figure on the hill, and "
        "aslant between house and tower, but none straight through hill, house or tower."
    )
    pieces = [piece(*placed) for placed in _SIGHT_PIECES]
    return Scene(*_frame(450, 400, 1550, 2000), pieces, _men(_SIGHT, _SIGHT_SEATS), words, told(_SIGHT), lines)


def _table(
    pieces: Iterable[tuple[str, int, int]], places: Sequence[Point], seats: Sequence[int]
) -> Table:  # fmt: skip
    bases = [
        Base(number, seat, x, y, SIZE_TWO, 2)
        for number, ((x, y), seat) in enumerate(zip(places, seats, strict=True))
    ]
    return Table(Terrain(terrain.parts_of(*placed) for placed in pieces), bases)


_COVER: Final[Sequence[Point]] = ((600, 1200), (1400, 1200), (2200, 2200))
_BODY: Final[Sequence[Point]] = ((600, 1200), (1400, 1200), (1270, 1200))


def cover_scene() -> Scene:
    (wall,) = terrain.parts_of("wall", 1300, 1200, "r90")
    lines = [
        way((_COVER[0], point), "blocked" if wall.meets(*_COVER[0], *point) else "free")
        for point in nine(*_COVER[1], SIZE_TWO)
    ]
    men = [man(*_COVER[0], 0, 0), man(*_COVER[1], 1, 1)]
    words = (
        "An archer; a recruit close behind a wall. The nine lines from the archer's centre to the recruit meet it."
    )
    frame = _frame(500, 1010, 1520, 1390)
    return Scene(*frame, [piece("wall", 1300, 1200, "r90")], men, words, told(_COVER), lines)


def body_scene() -> Scene:
    lines = [way((_BODY[0], point), "free") for point in nine(*_BODY[1], SIZE_TWO)]
    words = "An archer; before its target, and touched by the lines to it, another figure of the target's side."
    return Scene(*_frame(500, 1070, 1520, 1330), [], _men(_BODY, (0, 1, 1)), words, told(_BODY), lines)


# --- movement


def marsh_scene() -> Scene:
    path = ((1200, 900), (1200, 1075), (1200, 1187))
    men = [man(*path[0], 0, ghost=True), man(*path[2], 0, 0)]
    notes = [Note(1310, flipped(960), "175"), Note(1370, flipped(1130), "2 × 112")]
    words = "A recruit walks north into a marsh: 175 to its edge, then 112 that count double."
    frame = _frame(920, 800, 1480, 1360)
    return Scene(*frame, [piece("marsh", 1200, 1200)], men, words, "1200 1187", [way(path, "way")], (), notes)


def wall_scene() -> Scene:
    path = ((1200, 1000), (1200, 1300))
    men = [man(*path[0], 0, ghost=True), man(*path[1], 0, 0)]
    notes = [Note(1350, flipped(1070), "300 + 100")]
    words = "A recruit walks north over a wall: 300, and 100 for the wall."
    frame = _frame(920, 860, 1480, 1420)
    return Scene(*frame, [piece("wall", 1200, 1200)], men, words, "1200 1300", [way(path, "way")], (), notes)


def charge_scene() -> Scene:
    places = ((1000, 1000), (1000, 1800))
    men = [*_men(places, (0, 1)), man(1000, 1400, 0, ghost=True)]
    rings = [Ring(1000, flipped(1000), 600 + SIZE_TWO, "reach")]
    words = "A recruit, a ring of 6 inches around its base, and a Templar beyond it. It walks 4 inches."
    lines = [way(((1000, 1000), (1000, 1400)), "way")]
    return Scene(*_frame(560, 880, 1440, 1900), [], men, words, told(places), lines, rings)


def engage_scene() -> Scene:
    places = ((1000, 874), (1300, 1000), (1000, 1000), (1500, 1300))
    men = [*_men(places, (0, 0, 1, 1)), man(1215, 1000, 0, ghost=True), man(1000, 1215, 0, "×", ghost=True)]
    lines = [way(((1300, 1000), (1215, 1000)), "way"), way(((1000, 760), (1000, 1370)), "halves")]
    words = (
        "Figures 0 and 2 in combat; 1 comes straight from the east. A dashed line through 2 parts the board: the "
        "place north of 2 lies on it, and is crossed out."
    )
    return Scene(*_frame(760, 760, 1600, 1400), [], men, words, told(places), lines)


def tornado_scene() -> Scene:
    places = ((1200, 1200), (1200, 1600), (1500, 1200))
    men = [*_men(places, (0, 1, 1)), man(1700, 1200, 1, ghost=True)]
    rings = [Ring(1200, flipped(1200), 600 + SIZE_TWO, "reach")]
    lines = [way(((1500, 1200), (1700, 1200)), "way")]
    words = (
        "Feng Sao, a ring of 6 inches around the base, two recruits in it. One is pushed two inches to the east."
    )
    return Scene(*_frame(520, 520, 1880, 1880), [], men, words, told(places), lines, rings)


# --- the board


def field_scene() -> Scene:
    pool = list(terrain.SETS["standard"])
    placed: list[terrain.Placement] = []
    while pool:
        parts = [terrain.parts_of(*one) for one in placed]
        found = terrain.default_placement(pool, parts)
        if found is None:
            break
        placed.append(found[1])
        pool.remove(found[1].piece)
    rings = [
        ring
        for x, y in MARKERS
        for ring in (
            Ring(x, flipped(y), MARKER_RADIUS, "marker"),
            Ring(x, flipped(y), MARKER_RADIUS + MARKER_REACH + SIZE_TWO, "reach"),
        )
    ]
    zones = [Zone(0, BOARD - ZONE_DEPTH, ZONE_DEPTH), Zone(1, 0, ZONE_DEPTH)]
    names = ", ".join(one.piece for one in placed)
    words = f"The board: three markers on the median line, a zone along the south and the north edge, and {names}."
    notes = [Note(one.x, flipped(one.y) - 160, one.piece) for one in placed]
    pieces = [piece(*one) for one in placed]
    return Scene(*_frame(0, 0, BOARD, BOARD), pieces, [], words, "", (), rings, notes, zones)


ABOUT: Final = {
    "open": "open ground",
    "hindering": "hinders: an inch to cross",
    "cluttered": "cluttered: counts double",
    "obstructing": "obstructs",
    "water": "water: nobody enters",
    "hill": "a hill: hides who is behind it",
}


def _about(part: Part) -> str:
    words = ABOUT[part.kind]
    if part.climbable:
        words += ", can be climbed"
    size = f", size {part.size}" if part.size else ""
    return words + size + (f", {part.height / 100:g}″ high" if part.height else "")


def piece_scenes() -> list[Scene]:
    """Every piece that there is, alone."""
    found = []
    for name in terrain.PIECES:
        about = "; ".join(_about(part) for part in terrain.parts_of(name, 0, 0))
        frame = _frame(-210, -170, 210, 170)
        words = f"The piece {name} from above, as large as a playing card."
        found.append(Scene(*frame, [piece(name, 0, 0)], [], words, name=name, about=about))
    return found


def scenes() -> dict[str, Scene]:
    return {
        "sight": sight_scene(),
        "cover": cover_scene(),
        "body": body_scene(),
        "marsh": marsh_scene(),
        "wall": wall_scene(),
        "charge": charge_scene(),
        "engage": engage_scene(),
        "tornado": tornado_scene(),
        "field": field_scene(),
    }
