"""Sections 6 and 16: pieces, where they may be placed, and tokens."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.alkemy import paths, sight
from arena.games.alkemy.geometry import Part, disc, polygon
from arena.games.alkemy.table import Base, Table, Terrain
from arena.games.alkemy.terrain import (
    PIECES,
    ROTATIONS,
    SETS,
    Placement,
    convex,
    default_placement,
    default_token,
    nearer,
    parts_of,
    placing_trouble,
    token_places,
    token_trouble,
)
from tests.arena.games.alkemy import boards, plain_geometry

HOUSE = parts_of("house", 500, 575)
LATTICE = range(100, 2400, 100)


def test_pieces_and_sets() -> None:
    """AK-66, AK-252."""
    assert len(PIECES) == 11
    assert {name: len(pieces) for name, pieces in SETS.items()} == {"standard": 6, "wild": 6}
    assert [part.kind for part in parts_of("ruin", 0, 0)] == ["cluttered", "obstructing"]
    assert parts_of("tower", 1000, 600) == (disc("obstructing", 3, 280, 1000, 600, 150),)
    assert HOUSE[0].corners == ((325, 450), (675, 450), (675, 700), (325, 700))


@pytest.mark.parametrize("rotation", sorted(ROTATIONS))
@pytest.mark.parametrize("piece", sorted(PIECES))
def test_rotations_are_exact(piece: str, rotation: str) -> None:
    """AK-40, AK-66: whole numbers, turned by one angle, no longer or shorter; still counter-clockwise."""
    c, s = ROTATIONS[rotation]
    assert c * c + s * s == 25
    for plain, part in zip(parts_of(piece, 0, 0), parts_of(piece, 1000, 700, rotation), strict=True):
        for (x, y), (tx, ty) in zip(plain.corners, part.corners, strict=True):
            assert (Fraction(c * x - s * y, 5), Fraction(s * x + c * y, 5)) == (tx - 1000, ty - 700)
        assert not part.corners or convex(part.corners)


@pytest.mark.parametrize("piece", sorted(PIECES))
def test_sizes_go_by_heights(piece: str) -> None:
    """AK-44: in whole inches, 4 above three; what is flat has none."""
    for part in parts_of(piece, 0, 0):
        assert part.size == min(-(-part.height // 100), 4)


def test_open_ground_has_no_effect() -> None:
    """AK-58: whatever its size and height say."""
    lawn = disc("open", 4, 350, 1200, 1200, 200)
    walker, other = Base(0, 0, 1200, 900, 50, 1), Base(1, 1, 1200, 1500, 50, 1)
    found = Table(Terrain([(lawn,)]), [walker, other])
    assert paths.trouble(found, walker, [(1200, 1200)], 300) is None
    assert sight.sees(found, 0, 1)
    assert sight.covers(found, walker, other) == ((), ())
    assert sight.elevation(found.terrain, 1200, 1200) == 0


def test_convex() -> None:
    """AK-40."""
    square = ((0, 0), (10, 0), (10, 10), (0, 10))
    assert convex(square)
    assert not convex(square[::-1])
    assert not convex(square[:2])
    assert not convex(((0, 0), (5, 0), (10, 0), (10, 10), (0, 10)))  # an idle corner
    assert not convex(((0, 0), (10, 0), (2, 2), (0, 10)))
    star = ((0, 10), (-6, -8), (9, 3), (-9, 3), (6, -8))
    assert not convex(star)


@pytest.mark.parametrize(
    ("piece", "x", "y", "placed", "gap", "told"),
    [
        ("house", 1200, 1200, [], 300, "too-close"),  # on a marker
        ("house", 400, 400, [], 300, "off-board"),
        ("house", 500, 575, [], 300, None),
        ("tower", 900, 575, [HOUSE], 300, "too-close"),
        ("tower", 1124, 575, [HOUSE], 300, "too-close"),
        ("tower", 1125, 575, [HOUSE], 300, None),
        ("house", 475, 575, [], 300, None),
        ("house", 474, 575, [], 300, "off-board"),
        ("house", 500, 374, [], 0, "off-board"),  # in a deployment zone
        ("house", 500, 375, [], 0, None),
        ("house", 500, 2025, [], 0, None),
        ("house", 500, 2026, [], 0, "off-board"),
        ("house", 850, 575, [HOUSE], 0, None),  # touching
        ("house", 849, 575, [HOUSE], 0, "too-close"),
        ("house", 400, 1025, [], 0, None),  # touching a marker
        ("house", 400, 1026, [], 0, "too-close"),
    ],
)
def test_where_a_piece_may_stand(
    piece: str, x: int, y: int, placed: list[tuple[Part, ...]], gap: int, told: str | None
) -> None:
    """AK-254."""
    assert placing_trouble(parts_of(piece, x, y), placed, gap) == told


def _squared_apart(a: Part, b: Part) -> Fraction:
    """The squared distance of two polygons whose interiors share no point."""
    return min(
        plain_geometry.squared_to_segment(corner, *side)
        for one, other in ((a, b), (b, a))
        for corner in one.corners
        for side in plain_geometry.sides(other)
    )


@given(boards.parts(), boards.parts(), st.sampled_from([0, 100, 200, 300]))
def test_nearer_is_that_of_the_plain_version(a: Part, b: Part, gap: int) -> None:
    """AK-254."""
    assert nearer(a, b, gap) == nearer(b, a, gap)
    if a.corners and b.corners:
        sides = [(one, other, side) for one, other in ((a, b), (b, a)) for side in plain_geometry.sides(one)]
        overlapping = not any(
            all(plain_geometry.inner(side, *at) <= 0 for at in other.corners) for _, other, side in sides
        )
        assert nearer(a, b, gap) == (overlapping or _squared_apart(a, b) < gap * gap)
    elif a.corners or b.corners:
        flat, round_ = (a, b) if a.corners else (b, a)
        at = (round_.x, round_.y)
        assert nearer(a, b, gap) == plain_geometry.closer(flat, at, at, round_.r + gap)
    else:
        assert nearer(a, b, gap) == (plain_geometry.squared((a.x, a.y), (b.x, b.y)) < (a.r + b.r + gap) ** 2)


def test_default_placements_take_the_slots_in_turn() -> None:
    """AK-253, AK-255."""
    pool, stood = list(SETS["standard"]), []
    placed: list[tuple[Part, ...]] = []
    while pool:
        found = default_placement(pool, placed)
        assert found is not None
        gap, placement = found
        assert gap == 300
        stood.append((placement.piece, placement.x, placement.y))
        placed.append(parts_of(*placement))
        pool.remove(placement.piece)
    assert stood == [("house", 500, 575), ("tower", 1900, 1825), ("wall", 1200, 575), ("crag", 1200, 1825),
                     ("marsh", 1900, 575), ("hill", 500, 1825)]  # fmt: skip


def _slab(x0: int, y0: int, x1: int, y1: int) -> tuple[Part, ...]:
    return (polygon("open", 0, 0, ((x0, y0), (x1, y0), (x1, y1), (x0, y1))),)


def test_the_gap_shrinks_and_the_lattice_is_searched_when_the_slots_are_taken() -> None:
    """AK-254, AK-255."""
    # Everything is taken but a strip from x = 500 to 1100 in the south: only upright, and only at a gap of 200.
    placed = [_slab(0, 1000, 2400, 2400), _slab(0, 0, 500, 1000), _slab(1100, 0, 2400, 1000)]
    assert default_placement(["wall"], placed) == (200, Placement("wall", 800, 500, "r90"))
    assert default_placement(["wall"], [_slab(0, 0, 2400, 2400)]) is None
    assert default_placement([], []) is None


def test_the_lattice_is_searched_piece_by_piece_then_turn_then_row() -> None:
    """AK-255: against all the places in their order."""
    taken = [parts_of("house", x, y) for x in (500, 1200, 1900) for y in (575, 1825)]
    found = default_placement(["house", "wall"], taken)
    assert found is not None
    gap, placement = found
    for wider in (300, 200, 100, 0):
        tried = (
            Placement(piece, x, y, rotation)
            for piece, rotation, y, x in product(("house", "wall"), ("r0", "r90"), LATTICE, LATTICE)
        )
        expected = next((one for one in tried if placing_trouble(parts_of(*one), taken, wider) is None), None)
        assert (expected is None) == (wider > gap)
        if wider == gap:
            assert placement == expected
            break


@pytest.mark.parametrize(
    ("x", "y", "tokens", "own", "spacing", "halves", "told"),
    [
        (500, 420, [], [], 400, True, None),
        (20, 420, [], [], 400, True, "off-board"),
        (500, 1200, [], [], 400, True, "on-the-median"),
        (500, 426, [], [], 400, True, "too-close"),  # on the house
        (500, 425, [], [], 400, True, None),  # touching it
        (500, 415, [], [], 400, True, None),
        (500, 414, [], [], 400, True, "not-at-scenery"),
        (500, 730, [(500, 420)], [], 400, True, "too-close"),
        (500, 730, [(500, 420)], [], 200, True, None),
        (500, 730, [(500, 481)], [], 200, True, "too-close"),
        (500, 730, [(500, 480)], [], 200, True, None),
        (500, 420, [], [(1, 100), (1, 200)], 0, True, "wrong-half"),
        (500, 420, [], [(1, 100), (1, 200)], 0, False, None),
        (500, 420, [], [(1, 100), (1, 2000)], 0, True, None),
        (500, 420, [], [(1, 100)], 0, True, None),
    ],
)
def test_where_a_token_may_lie(
    x: int, y: int, tokens: list[tuple[int, int]], own: list[tuple[int, int]], spacing: int, halves: bool,
    told: str | None,
) -> None:  # fmt: skip
    """AK-256."""
    assert token_trouble(x, y, [HOUSE], tokens, own, spacing, halves) == told


def test_candidates_of_a_token() -> None:
    """AK-257."""
    assert list(token_places(HOUSE[0])) == [(500, 420), (705, 575), (500, 730), (295, 575)]
    assert list(token_places(parts_of("tower", 1000, 600)[0])) == [
        (1180, 600),
        (1000, 780),
        (820, 600),
        (1000, 420),
    ]
    slanted = parts_of("house", 1000, 1000, "r37")[0]
    (px, py), (qx, qy) = slanted.corners[:2]
    assert next(iter(token_places(slanted))) == ((px + qx) // 2 + 30 * 3 // 5, (py + qy) // 2 - 30 * 4 // 5)


def test_default_tokens() -> None:
    """AK-256, AK-257: spacing first shrinks, then the rule of halves is dropped, then there are no more."""
    assert default_token([HOUSE], [], []) == (400, True, (500, 420))
    assert default_token([HOUSE], [(500, 420)], [(500, 420)]) == (200, True, (705, 575))
    south = [(500, 420), (500, 730)]
    assert default_token([HOUSE], south, south) == (200, False, (705, 575))
    assert default_token([HOUSE], [*south, (705, 575), (295, 575)], []) is None
    assert default_token([], [], []) is None
