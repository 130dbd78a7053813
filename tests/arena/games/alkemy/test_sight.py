"""Section 5: sight and cover, against the plain version and by hand."""

from itertools import combinations, permutations

import pytest
from hypothesis import given

from arena.games.alkemy.geometry import Part, disc, polygon
from arena.games.alkemy.sight import covers, elevation, level, lines_between, sees, sees_between, size_for_sight
from arena.games.alkemy.table import Base, Table, Terrain
from arena.games.alkemy.terrain import parts_of
from tests.arena.games.alkemy import boards, plain_geometry
from tests.arena.games.alkemy.boards import RADIUS


def figure(number: int, x: int, y: int, size: int = 1, seat: int = 0) -> Base:
    return Base(number, seat, x, y, RADIUS[size], size)


def table(pieces: list[tuple[Part, ...]], *bases: Base) -> Table:
    return Table(Terrain(pieces), bases)


@pytest.mark.slow
@given(boards.tables())
def test_sight_is_that_of_the_plain_version(found: Table) -> None:
    """AK-45, AK-46, AK-49 to AK-53."""
    pieces, bases = found.terrain.pieces, list(found.bases.values())
    for a, b in combinations(bases, 2):
        lines = plain_geometry.lines(pieces, bases, a, b)
        assert sees(found, a.figure, b.figure) == bool(lines)
        assert sees_between(found, a, b) == bool(lines)
        assert set(lines_between(found, a, b)) == lines
    for base in bases:
        assert elevation(found.terrain, base.x, base.y) == plain_geometry.elevation(pieces, base.x, base.y)
        assert size_for_sight(found.terrain, base) == plain_geometry.size_for_sight(pieces, base)


@pytest.mark.slow
@given(boards.faced())
def test_sight_past_what_stands_between(found: Table) -> None:
    """AK-49 to AK-53, AK-55."""
    pieces, (a, b, *_) = found.terrain.pieces, found.bases.values()
    lines = plain_geometry.lines(pieces, found.bases.values(), a, b)
    assert sees(found, a.figure, b.figure) == bool(lines)
    assert set(lines_between(found, a, b)) == lines
    covering, figures = plain_geometry.covers(pieces, found.bases.values(), a, b)
    assert covers(found, a, b) == (tuple(covering), tuple(figures))


@pytest.mark.slow
@given(boards.tables())
def test_sight_is_mutual_and_the_same_on_a_turned_board(found: Table) -> None:
    """AK-49, section 23."""
    other_way = boards.turned(found)
    for a, b in combinations(found.bases.values(), 2):
        seen = sees_between(found, a, b)
        assert sees_between(found, b, a) == seen
        assert sees(other_way, a.figure, b.figure) == seen
        assert {(end, start) for start, end in lines_between(found, b, a)} == set(lines_between(found, a, b))


@pytest.mark.slow
@given(boards.tables())
def test_cover_is_that_of_the_plain_version_and_the_same_on_a_turned_board(found: Table) -> None:
    """AK-54, AK-55, AK-56."""
    other_way = boards.turned(found)
    bases = list(found.bases.values())
    for a, b in permutations(bases, 2):
        pieces, figures = plain_geometry.covers(found.terrain.pieces, bases, a, b)
        assert covers(found, a, b) == (tuple(pieces), tuple(figures))
        assert covers(other_way, other_way.bases[a.figure], other_way.bases[b.figure]) == (
            tuple(pieces),
            tuple(figures),
        )


@pytest.mark.slow
@given(boards.tables())
def test_what_was_seen_is_forgotten_when_a_figure_moves(found: Table) -> None:
    """AK-49: a copy that has changed does not go by what the other remembers."""
    first, second, *others = found.bases.values()
    before = sees(found, first.figure, second.figure)
    changed = found.copy()
    for base in others:
        changed.remove(base.figure)
    changed.put(second.at(second.y, second.x))
    fresh = Table(Terrain(found.terrain.pieces), changed.bases.values())
    assert sees(changed, first.figure, second.figure) == sees(fresh, first.figure, second.figure)
    assert sees(found, first.figure, second.figure) == before


@pytest.mark.parametrize(
    ("piece", "seen"),
    [("house", False), ("tower", False), ("hill", False), ("crag", False), ("wall", True), ("boulders", True),
     ("marsh", True), ("rubble", True), ("pond", True), ("hedge", False)],
)  # fmt: skip
def test_what_hides_a_small_figure_behind_the_middle_of_a_piece(piece: str, seen: bool) -> None:
    """AK-51, AK-53, AK-61 to AK-65."""
    found = table([parts_of(piece, 1200, 1200)], figure(0, 1200, 900), figure(1, 1200, 1500))
    assert sees(found, 0, 1) is seen


def test_a_blocker_is_taller_than_both_and_a_big_house_blocks_always() -> None:
    """AK-51, AK-52: section 24, case 5."""
    crag = table([parts_of("crag", 1200, 1200)], figure(0, 1200, 900, 1), figure(1, 1200, 1500, 2))
    assert sees(crag, 0, 1)  # size 2 is not taller than the larger of the two
    house = table([parts_of("house", 1200, 1200)], figure(0, 1200, 900, 4), figure(1, 1200, 1500, 4))
    assert not sees(house, 0, 1)
    hill = table([parts_of("hill", 1200, 1200)], figure(0, 1200, 900, 4), figure(1, 1200, 1500, 4))
    assert not sees(hill, 0, 1)
    giant = figure(2, 1200, 1200, 4)
    assert not sees(table([], figure(0, 1200, 1000, 1), figure(1, 1200, 1400, 1), giant), 0, 1)
    assert sees(table([], figure(0, 1200, 900, 4), figure(1, 1200, 1500, 1), giant), 0, 1)


def test_a_part_that_holds_a_centre_neither_blocks_nor_covers() -> None:
    """AK-51, AK-55: section 24, case 4."""
    found = table([parts_of("hill", 1200, 1200)], figure(0, 1200, 1200), figure(1, 1200, 1600))
    assert sees(found, 0, 1)
    assert covers(found, found.bases[0], found.bases[1]).pieces == ()
    assert covers(found, found.bases[1], found.bases[0]).pieces == ()
    beside = table([parts_of("hill", 1200, 1200)], figure(0, 1200, 1000), figure(1, 1200, 1400))
    assert covers(beside, beside.bases[0], beside.bases[1]).pieces == (0,)


def test_sight_goes_by_81_lines_and_cover_by_nine() -> None:
    """AK-50, AK-55: section 24, case 3: seen from the rim, though not from the centre."""
    screen = polygon("obstructing", 4, 350, ((1000, 1090), (1200, 1090), (1200, 1110), (1000, 1110)))
    found = table([(screen,)], figure(0, 1175, 900), figure(1, 1175, 1210))
    a, b = found.bases.values()
    assert sees(found, 0, 1)
    assert len(lines_between(found, a, b)) < 81
    assert not any(start == (1175, 900) and end == (1175, 1210) for start, end in lines_between(found, a, b))
    assert covers(found, a, b).pieces == (0,)


def test_a_figure_on_scenery_counts_one_size_more() -> None:
    """AK-45, AK-46, AK-47."""
    terrain = Terrain([parts_of("boulders", 1200, 1200), parts_of("hill", 500, 500), parts_of("crag", 500, 1200),
                       parts_of("wall", 1900, 1200), parts_of("marsh", 1900, 500)])  # fmt: skip
    expected = {
        (1200, 1200): (100, 2),
        (500, 500): (0, 2),
        (500, 1200): (150, 2),
        (1900, 1200): (0, 1),
        (1900, 500): (0, 1),
    }
    for (x, y), (height, size) in expected.items():
        assert elevation(terrain, x, y) == height
        assert size_for_sight(terrain, figure(0, x, y)) == size
    assert level(terrain, figure(0, 1200, 1200), figure(1, 900, 900))
    assert not level(terrain, figure(0, 500, 1200), figure(1, 900, 900))
    assert level(terrain, figure(0, 500, 1200), figure(1, 1200, 1200))


def test_each_part_of_a_piece_has_its_own_size() -> None:
    """AK-53: the ruin's floor hides nobody, its wall does."""
    through_the_wall = table([parts_of("ruin", 1200, 1200)], figure(0, 1200, 1000), figure(1, 1200, 1500))
    along_the_floor = table([parts_of("ruin", 1200, 1200)], figure(0, 900, 1150), figure(1, 1500, 1150))
    assert not sees(through_the_wall, 0, 1)
    assert sees(along_the_floor, 0, 1)


def test_touching_lines_pass() -> None:
    """AK-40, AK-52: a line along an edge, and one that touches a disc, meet nothing."""
    wall = polygon("obstructing", 4, 350, ((950, 1200), (1200, 1200), (1200, 1400), (950, 1400)))
    other = polygon("obstructing", 4, 350, ((1200, 1000), (1400, 1000), (1400, 1300), (1200, 1300)))
    found = table([(wall,), (other,)], figure(0, 1200, 700), figure(1, 1200, 1700))
    bases = list(found.bases.values())
    assert set(lines_between(found, *bases)) == plain_geometry.lines(found.terrain.pieces, bases, *bases)
    assert ((1200, 700), (1200, 1700)) in lines_between(found, *bases)
    post = disc("obstructing", 4, 350, 1300, 1200, 100)
    assert ((1200, 700), (1200, 1700)) in lines_between(table([(post,)], *bases), *bases)


def test_a_figure_within_an_inch_covers_and_one_farther_does_not() -> None:
    """AK-55 (b)."""
    for y, covering in ((1300, (2,)), (1299, ())):
        found = table([], figure(0, 1200, 900), figure(1, 1200, 1500), figure(2, 1200, y, 1, seat=1))
        assert covers(found, found.bases[0], found.bases[1]).figures == covering
