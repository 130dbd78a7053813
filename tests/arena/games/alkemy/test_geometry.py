"""Section 4: distances, bases and parts, against the plain version and by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.alkemy import geometry
from arena.games.alkemy.geometry import closer, contact, csq, gap, near, nine, overlap, polygon, trunc, within
from arena.games.alkemy.table import Base, in_contact, on_board, overlapping
from tests.arena.games.alkemy import boards, plain_geometry

SQUARE = polygon("obstructing", 3, 250, ((100, 100), (200, 100), (200, 200), (100, 200)))


@given(st.integers(0, 40_000_000))
def test_csq_is_the_smallest_whole_root_that_is_enough(n: int) -> None:
    """AK-36."""
    s = csq(n)
    assert s * s >= n
    assert s == 0 or (s - 1) ** 2 < n


@given(st.integers(-(10**9), 10**9), st.integers(1, 10_000))
def test_trunc_rounds_toward_zero(a: int, b: int) -> None:
    """AK-36."""
    assert trunc(a, b) == math.trunc(a / b) == -trunc(-a, b)


def test_distances_round_up_and_contact_ends_at_a_tenth_of_an_inch() -> None:
    """AK-36, AK-37, AK-38: section 24, case 1."""
    assert geometry.distance(0, 0, 1, 1) == 2
    for apart, measured, touching in ((120, 0, True), (130, 10, True), (131, 11, False)):
        assert gap(0, 0, 60, apart, 0, 60) == measured
        assert contact(0, 0, 60, apart, 0, 60) is touching
        assert not overlap(0, 0, 60, apart, 0, 60)
    assert overlap(0, 0, 60, 119, 0, 60)
    assert gap(0, 0, 60, 10, 0, 60) == 0


@pytest.mark.slow
@given(boards.bases(most=2), st.integers(0, 3000))
def test_gaps_are_those_of_the_plain_version(some: list[Base], limit: int) -> None:
    """AK-37, AK-38."""
    for a in some:
        for b in some:
            measured = plain_geometry.gap(a, b)
            assert gap(a.x, a.y, a.radius, b.x, b.y, b.radius) == measured
            assert near(a.x, a.y, a.radius, b.x, b.y, b.radius, limit) == (measured <= limit)
            assert in_contact(a, b) == (measured <= 10)
            plain = plain_geometry.squared((a.x, a.y), (b.x, b.y)) < (a.radius + b.radius) ** 2
            assert overlapping(a, b) == plain


@pytest.mark.parametrize(
    ("x", "y", "stands"), [(50, 50, True), (49, 50, False), (2350, 2350, True), (50, 2351, False)]
)
def test_a_base_lies_wholly_on_the_board(x: int, y: int, stands: bool) -> None:
    """AK-34, AK-35."""
    assert on_board(x, y, 50) is stands


@pytest.mark.slow
@given(boards.points, boards.points, boards.points, st.integers(1, 400))
def test_point_and_segment(p: tuple[int, int], a: tuple[int, int], b: tuple[int, int], r: int) -> None:
    """AK-39."""
    squared = plain_geometry.squared_to_segment(p, a, b)
    assert closer(*p, *a, *b, r) == (squared < r * r)
    assert within(*p, *a, *b, r) == (squared <= r * r)
    exact = csq(int(squared))
    if exact and squared == exact * exact:  # touching exactly
        assert not closer(*p, *a, *b, exact)
        assert within(*p, *a, *b, exact)


@pytest.mark.parametrize(
    ("p", "a", "b"),
    [
        ((100, 0), (0, 0), (0, 500)),  # beside the start
        ((100, 250), (0, 0), (0, 500)),  # beside the middle
        ((0, 600), (0, 0), (0, 500)),  # beyond the end
        ((60, 80), (0, 0), (0, 0)),  # a segment without a length
    ],
)
def test_touching_a_segment_is_not_closer_than_touching(
    p: tuple[int, int], a: tuple[int, int], b: tuple[int, int]
) -> None:
    """AK-39."""
    assert within(*p, *a, *b, 100)
    assert not closer(*p, *a, *b, 100)
    assert closer(*p, *a, *b, 101)


@pytest.mark.slow
@given(boards.parts(), boards.points)
def test_points_in_a_part(part: geometry.Part, at: tuple[int, int]) -> None:
    """AK-40."""
    assert part.holds(*at) == plain_geometry.holds(part, *at)
    assert part.encloses(*at) == plain_geometry.encloses(part, *at)


@pytest.mark.slow
@given(boards.parts(), boards.points, boards.points, st.sampled_from([1, 25, 50, 60, 80, 100, 150, 300]))
def test_segments_and_parts(part: geometry.Part, a: tuple[int, int], b: tuple[int, int], r: int) -> None:
    """AK-40, AK-41."""
    met = plain_geometry.meets(part, a, b)
    assert part.meets(*a, *b) == met
    assert part.meets(*b, *a) == met
    assert part.closer(*a, *b, r) == plain_geometry.closer(part, a, b, r)
    assert part.within(*a, *b, r) == plain_geometry.within(part, a, b, r)


@pytest.mark.slow
@given(boards.parts(), st.data())
def test_segments_from_corners_and_edges(part: geometry.Part, data: st.DataObject) -> None:
    """AK-40, AK-41: where they begin and end at the part's own points, only exact arithmetic can tell."""
    if part.corners:
        middles = [((px + qx) // 2, (py + qy) // 2) for px, py in part.corners for qx, qy in part.corners]
        own = [*part.corners, *middles]
    else:
        own = [(part.x + dx * part.r, part.y + dy * part.r) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    a, b = (data.draw(st.one_of(st.sampled_from(own), boards.points)) for _ in range(2))
    assert part.meets(*a, *b) == plain_geometry.meets(part, a, b)
    for r in (1, 50, 100):
        assert part.closer(*a, *b, r) == plain_geometry.closer(part, a, b, r)
        assert part.within(*a, *b, r) == plain_geometry.within(part, a, b, r)


def test_sliding_along_an_edge_does_not_meet() -> None:
    """AK-40: section 24, case 2."""
    assert not SQUARE.meets(0, 100, 300, 100)
    assert not SQUARE.meets(100, 120, 100, 180)
    assert not SQUARE.meets(0, 200, 200, 0)  # through a corner
    assert not SQUARE.meets(0, 150, 100, 150)  # up to the edge
    assert SQUARE.meets(0, 150, 101, 150)
    assert SQUARE.meets(100, 100, 200, 200)  # from corner to corner
    assert SQUARE.meets(150, 150, 150, 150)
    assert not SQUARE.meets(100, 150, 100, 150)


def test_a_base_may_touch_a_part_but_not_come_closer() -> None:
    """AK-41."""
    assert not SQUARE.closer(0, 50, 300, 50, 50)
    assert SQUARE.within(0, 50, 300, 50, 50)
    assert SQUARE.closer(0, 51, 300, 51, 50)
    assert SQUARE.closer(150, 150, 150, 150, 1)


@pytest.mark.parametrize(("radius", "e"), [(50, 35), (60, 42), (80, 56), (100, 70)])
def test_nine_test_points(radius: int, e: int) -> None:
    """AK-42."""
    assert nine(1000, 700, radius)[1] == (1000 + radius, 700)
    assert nine(1000, 700, radius)[2] == (1000 + e, 700 + e)
    assert list(nine(1000, 700, radius)) == plain_geometry.nine(Base(0, 0, 1000, 700, radius, 1))
