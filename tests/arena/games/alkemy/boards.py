"""Boards for the tests of the geometry: any scenery and figures, as often as not where things touch exactly."""

from __future__ import annotations

from functools import partial

from hypothesis import strategies as st

from arena.games.alkemy.geometry import Part, disc, polygon
from arena.games.alkemy.table import Base, Table, Terrain, on_board, overlapping
from arena.games.alkemy.terrain import KINDS, PIECES, ROTATIONS, parts_of

BOARD = 2400
RADIUS = {1: 50, 2: 60, 3: 80, 4: 100}

coordinates = st.one_of(
    st.integers(0, BOARD), st.integers(0, 24).map(lambda n: 100 * n), st.integers(8, 16).map(lambda n: 100 * n)
)
"""As often as not on a coarse lattice: there edges, corners and lines meet exactly."""
points = st.tuples(coordinates, coordinates)


@st.composite
def parts(draw: st.DrawFn) -> Part:
    """Any part, of any kind and size."""
    kind = draw(st.sampled_from(KINDS))
    size, height = draw(st.integers(0, 4)), draw(st.sampled_from([0, 50, 100, 150, 250]))
    x, y = draw(points)
    if draw(st.booleans()):
        return disc(kind, size, height, x, y, draw(st.sampled_from([20, 100, 150, 200])))
    dx, dy = draw(st.sampled_from([25, 50, 125, 200])), draw(st.sampled_from([25, 100, 175]))
    c, s = ROTATIONS[draw(st.sampled_from(sorted(ROTATIONS)))]
    rim = [(-dx, -dy), (dx, -dy), (dx, dy), (-dx, dy)]
    if draw(st.booleans()):
        del rim[draw(st.integers(0, 3))]  # a triangle
    corners = tuple((x + (c * px - s * py) // 5, y + (s * px + c * py) // 5) for px, py in rim)
    return polygon(kind, size, height, corners)


@st.composite
def sceneries(draw: st.DrawFn) -> list[tuple[Part, ...]]:
    """Up to five pieces, the published ones or any, which may overlap."""
    pieces: list[tuple[Part, ...]] = []
    for _ in range(draw(st.integers(0, 5))):
        if draw(st.booleans()):
            x, y = draw(points)
            pieces.append(
                parts_of(draw(st.sampled_from(sorted(PIECES))), x, y, draw(st.sampled_from(sorted(ROTATIONS))))
            )
        else:
            pieces.append(tuple(draw(st.lists(parts(), min_size=1, max_size=2))))
    return pieces


def _stands_on_board(radius: int, at: tuple[int, int]) -> bool:
    return on_board(*at, radius)


@st.composite
def bases(draw: st.DrawFn, most: int = 5, least: int = 2) -> list[Base]:
    """Figures on the board that do not overlap."""
    found: list[Base] = []
    for figure in range(draw(st.integers(least, most))):
        size = draw(st.integers(1, 4))
        x, y = draw(points.filter(partial(_stands_on_board, RADIUS[size])))
        base = Base(figure, figure % 2, x, y, RADIUS[size], size)
        if not any(overlapping(base, other) for other in found):
            found.append(base)
    return found


@st.composite
def tables(draw: st.DrawFn, least: int = 2) -> Table:
    return Table(Terrain(draw(sceneries())), draw(bases(least=least).filter(lambda some: len(some) >= least)))


@st.composite
def faced(draw: st.DrawFn) -> Table:
    """Two figures some inches apart, and between them scenery and others that hide one from the other, or not."""
    coarse = draw(st.sampled_from([1, 10, 25]))
    direction = draw(st.sampled_from([(1, 0), (0, 1), (3, 4), (-4, 3), (5, -12), (1, 1)]))
    long = 13 * max(abs(step) for step in direction)
    apart = draw(st.integers(300, 800))
    dx, dy = 13 * apart * direction[0] // long, 13 * apart * direction[1] // long

    def between() -> tuple[int, int]:
        along, aside = draw(st.integers(20, 80)), draw(st.integers(-35, 35))
        x, y = 1200 + (along * dx - aside * dy) // 100, 1200 + (along * dy + aside * dx) // 100
        return x // coarse * coarse, y // coarse * coarse

    pieces = []
    if draw(st.booleans()):
        for _ in range(draw(st.integers(1, 4))):
            name = draw(st.sampled_from(["house", "tower", "hill", "hedge", "ruin", "crag", "wall"]))
            pieces.append(parts_of(name, *between(), draw(st.sampled_from(sorted(ROTATIONS)))))
    else:  # a row of posts, none of which hides all
        for place in range(draw(st.integers(2, 5))):
            aside, r = 45 * place - draw(st.integers(60, 120)), draw(st.sampled_from([20, 30, 40]))
            x, y = 1200 + dx // 2 - aside * dy // apart, 1200 + dy // 2 + aside * dx // apart
            square = ((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r))
            round_ = draw(st.booleans())
            pieces.append((disc("obstructing", 4, 350, x, y, r) if round_ else polygon("hill", 2, 150, square),))
    found: list[Base] = []
    for at in [(1200, 1200), (1200 + dx, 1200 + dy), *(between() for _ in range(draw(st.integers(0, 3))))]:
        size = draw(st.sampled_from([1, 1, 2] if len(found) < 2 else [1, 3, 4]))
        base = Base(len(found), len(found) % 2, *at, RADIUS[size], size)
        if len(found) < 2 or not any(overlapping(base, other) for other in found):
            found.append(base)
    return Table(Terrain(pieces), found)


def turned(table: Table) -> Table:
    """The board turned by 180 degrees."""
    return Table(
        Terrain([[turned_part(part) for part in piece] for piece in table.terrain.pieces]),
        [base.at(BOARD - base.x, BOARD - base.y) for base in table.bases.values()],
    )


def turned_part(part: Part) -> Part:
    if not part.corners:
        return disc(part.kind, part.size, part.height, BOARD - part.x, BOARD - part.y, part.r)
    return polygon(part.kind, part.size, part.height, tuple((BOARD - x, BOARD - y) for x, y in part.corners))
