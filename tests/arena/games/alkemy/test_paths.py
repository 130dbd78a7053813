"""Section 9: paths, against the plain version and by hand; moves that the rules make."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.alkemy import paths
from arena.games.alkemy.geometry import Part, distance, polygon
from arena.games.alkemy.paths import Trouble, cost, fall_damage, falls, obstacle, trouble
from arena.games.alkemy.table import Base, Table, Terrain, in_contact, on_board
from arena.games.alkemy.terrain import parts_of
from tests.arena.games.alkemy import boards, plain_geometry
from tests.arena.games.alkemy.boards import RADIUS

SLACK = 100_000
"""An allowance that is always enough."""


def figure(number: int, x: int, y: int, size: int = 1, seat: int = 0) -> Base:
    return Base(number, seat, x, y, RADIUS[size], size)


def table(pieces: list[tuple[Part, ...]], *bases: Base) -> Table:
    return Table(Terrain(pieces), bases)


@st.composite
def ways(draw: st.DrawFn) -> tuple[Table, Base, list[tuple[int, int]]]:
    """A board, one of its figures, and a path that may well go through everything."""
    found = draw(boards.tables(least=1))
    mover = next(iter(found.bases.values()))
    near = st.tuples(st.integers(-200, 200), st.integers(-200, 200)).map(
        lambda d: (mover.x + d[0], mover.y + d[1])
    )
    return found, mover, draw(st.lists(st.one_of(boards.points, near), min_size=1, max_size=4))


@pytest.mark.slow
@given(ways())
def test_what_is_refused_and_where(way: tuple[Table, Base, list[tuple[int, int]]]) -> None:
    """AK-59, AK-61, AK-64, AK-92, AK-93."""
    found, mover, path = way
    pieces, others = found.terrain.pieces, found.bases.values()
    steps = list(zip([(mover.x, mover.y), *path[:-1]], path, strict=True))
    expected: tuple[str, int] | None = None
    off = [place for place, (x, y) in enumerate(path) if not on_board(x, y, mover.radius)]
    hit = [place for place, step in enumerate(steps) if plain_geometry.blocked(pieces, others, mover, *step)]
    inside = [part for piece in pieces for part in piece if part.kind == "hindering"]
    spent, _ = plain_geometry.cost(pieces, (mover.x, mover.y), path, jump=False)
    if off:
        expected = "off-board", off[0]
    elif hit:
        expected = "blocked", hit[0]
    elif any(plain_geometry.encloses(part, *path[-1]) for part in inside):
        expected = "bad-end", len(path) - 1
    for allowance, then in ((spent, expected), (spent - 1, expected or ("too-far", len(path) - 1))):
        told = trouble(found, mover, path, allowance)
        assert (told and (told.code, told.segment)) == then


@pytest.mark.slow
@given(ways())
def test_costs_and_falls(way: tuple[Table, Base, list[tuple[int, int]]]) -> None:
    """AK-59, AK-60, AK-63, AK-94, AK-96, AK-97."""
    found, mover, path = way
    for jump in (False, True):
        spent, heights = plain_geometry.cost(found.terrain.pieces, (mover.x, mover.y), path, jump)
        assert cost(found.terrain, mover, path, jump=jump) == spent
        assert falls(found.terrain, mover, path) == heights


@pytest.mark.slow
@given(ways())
def test_a_turned_board_asks_the_same_price(way: tuple[Table, Base, list[tuple[int, int]]]) -> None:
    """AK-92, AK-94: section 23."""
    found, mover, path = way
    other_way = boards.turned(found)
    back = [(boards.BOARD - x, boards.BOARD - y) for x, y in path]
    again = other_way.bases[mover.figure]
    assert cost(other_way.terrain, again, back) == cost(found.terrain, mover, path)
    assert trouble(other_way, again, back, 600) == trouble(found, mover, path, 600)


@pytest.mark.slow
@given(ways())
def test_a_leap_costs_its_length_and_passes_over_all_but_the_highest(
    way: tuple[Table, Base, list[tuple[int, int]]],
) -> None:
    """AK-295."""
    found, mover, path = way
    end = path[-1]
    length = distance(mover.x, mover.y, *end)
    told = trouble(found, mover, [end], SLACK, leap=0, leaps=True, longest_leap=length)
    pieces, others = found.terrain.pieces, list(found.bases.values())
    high = [[part for part in piece if part.kind == "obstructing" and part.size == 4] for piece in pieces]
    if not on_board(*end, mover.radius):
        assert told is not None
        assert told.code == "off-board"
    elif plain_geometry.blocked(high, [], mover, (mover.x, mover.y), end) or plain_geometry.blocked(
        pieces, others, mover, end, end
    ):
        assert told is not None
        assert told.code == "blocked"
    else:
        assert told is None or told.code == "bad-end"
    assert cost(found.terrain, mover, [end], leap=0) == length
    assert falls(found.terrain, mover, [end], leap=0) == []


def test_the_order_of_the_checks_of_a_leap() -> None:
    """AK-93, AK-295: and that each names its place."""
    found = table([parts_of("house", 1400, 1000)], figure(0, 1000, 1000), figure(1, 1000, 1200, seat=1))
    mover = found.bases[0]
    over = [(1000, 1400)]
    assert trouble(found, mover, over, 400) == Trouble("blocked", 0, figure=1)
    assert trouble(found, mover, over, 400, leap=0) == Trouble("no-skill", 0)
    assert trouble(found, mover, over, 400, leap=1, leaps=True, longest_leap=400) == Trouble("bad-path", 1)
    assert trouble(found, mover, over, 400, leap=0, leaps=True, longest_leap=399) == Trouble("leap-too-long", 0)
    assert trouble(found, mover, over, 400, leap=0, leaps=True, longest_leap=400) is None
    through = [(1400, 1200)]
    assert trouble(found, mover, through, 900, leap=0, leaps=True, longest_leap=900) == Trouble(
        "blocked", 0, piece=0
    )
    onto = [(1000, 1299)]
    assert trouble(found, mover, onto, 400, leap=0, leaps=True, longest_leap=400) == Trouble(
        "blocked", 0, figure=1
    )
    pond = table([parts_of("pond", 1200, 1000)], figure(0, 900, 1000))
    assert trouble(pond, pond.bases[0], [(1500, 1000)], 600) == Trouble("blocked", 0, piece=0)
    assert trouble(pond, pond.bases[0], [(1500, 1000)], 600, leap=0, leaps=True, longest_leap=600) is None


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ([], Trouble("bad-path")),
        ([(1000, 1000)] * 13, Trouble("bad-path")),
        ([(1000, 1000)] * 12, None),
        ([(1000, 1000), (1000, 49)], Trouble("off-board", 1)),
        ([(1000, 1200), (1000, 1000)], Trouble("blocked", 0, figure=1)),
        ([(1300, 1000)], Trouble("blocked", 0, piece=0)),
        ([(1000, 700)], Trouble("bad-end", 0, piece=1)),
        ([(1000, 500)], Trouble("too-far", 0)),
        ([(900, 1000)], None),
    ],
)
def test_the_first_thing_wrong_is_told_with_its_place(path: list[tuple[int, int]], told: Trouble | None) -> None:
    """AK-92, AK-93, AK-94."""
    pieces = [parts_of("house", 1400, 1000), parts_of("wall", 1000, 700)]
    found = table(pieces, figure(0, 1000, 1000), figure(1, 1000, 1150, seat=1))
    assert trouble(found, found.bases[0], path, 400) == told


def test_costs_by_hand() -> None:
    """AK-59, AK-60, AK-94, AK-96: section 24, cases 1 and 2."""
    mover = figure(0, 1200, 900)
    marsh, wall, crag = (Terrain([parts_of(piece, 1200, 1200)]) for piece in ("marsh", "wall", "crag"))
    assert cost(Terrain(), mover, [(1201, 901)]) == 2
    assert cost(marsh, mover, [(1200, 1200)]) == 600
    assert cost(marsh, mover, [(1200, 1075), (1200, 1200)]) == 175 + 250
    assert cost(marsh, mover, [(1200, 1075), (1300, 1075)]) == 275  # along its edge
    assert cost(wall, mover, [(1200, 1300)]) == 500
    assert cost(wall, mover, [(1200, 1300), (1200, 900)]) == 900  # once for each part
    assert cost(wall, mover, [(1200, 1175)]) == 275
    assert cost(crag, mover, [(1200, 1060)]) == 160 + 150
    assert cost(crag, mover, [(1200, 1500)]) == 600 + 150 + 150
    assert cost(crag, mover, [(1200, 1500)], jump=True) == 600 + 150
    assert falls(crag, mover, [(1200, 1500)]) == [150]
    assert cost(crag, mover, [(1200, 900)]) == 0


@pytest.mark.parametrize(
    ("height", "size", "dom"), [(150, 1, 1), (150, 2, 0), (100, 1, 0), (101, 1, 1), (250, 1, 2)]
)
def test_falling(height: int, size: int, dom: int) -> None:
    """AK-98."""
    assert fall_damage(height, size) == dom


def test_directions_and_touch_points() -> None:
    """AK-314."""
    assert len(set(paths.DIRECTIONS)) == 16
    assert all(995_000 < dx * dx + dy * dy < 1_005_000 for dx, dy in paths.DIRECTIONS)
    assert paths.along(1000, 1000, 1, 400) == (1369, 1153)
    assert paths.along(1000, 1000, 9, 400) == (631, 847)  # toward zero on both sides
    charger, target = figure(0, 1000, 1000), figure(1, 1000, 1500, 2, seat=1)
    assert paths.touch_point(charger, target) == (1000, 1384)
    assert in_contact(charger.at(*paths.touch_point(charger, target)), target)


@pytest.mark.slow
@given(boards.bases(most=2))
def test_a_touch_point_touches(some: list[Base]) -> None:
    """AK-38, AK-314: in contact and not overlapping, whatever the rounding."""
    if len(some) == 2:
        a, b = some
        there = a.at(*paths.touch_point(a, b))
        assert in_contact(there, b)
        assert plain_geometry.squared((there.x, there.y), (b.x, b.y)) >= (a.radius + b.radius) ** 2


@pytest.mark.slow
@given(boards.tables())
def test_the_walk_of_a_failed_charge(found: Table) -> None:
    """AK-99, AK-114: the longest of the straight walks that are legal and touch no enemy."""
    mover, target, *_ = found.bases.values()
    end = paths.walk_toward(found, mover, target.x, target.y, 400)
    whole = plain_geometry.csq((target.x - mover.x) ** 2 + (target.y - mover.y) ** 2)
    for k in range(400, 0, -10):
        point = (
            mover.x + int((target.x - mover.x) * k / whole),
            mover.y + int((target.y - mover.y) * k / whole),
        )
        if trouble(found, mover, [point], 400) is None and not paths.contacts(found, mover.at(*point)):
            assert end == point
            return
    assert end is None


def test_pushes() -> None:
    """AK-240."""
    pushed = figure(0, 1200, 1200)
    alone = table([], pushed)
    assert paths.pushed_to(alone, pushed, 1200, 1000, 300) == (1200, 1500)
    assert paths.pushed_to(alone, pushed, 900, 1200, 2000) == (2350, 1200)  # up to the edge
    enemy = table([], pushed, figure(1, 1200, 1500, seat=1), figure(2, 1500, 1200))
    assert paths.pushed_to(enemy, pushed, 1200, 1000, 300) == (1200, 1380)  # out of contact with its enemy
    assert paths.pushed_to(enemy, pushed, 900, 1200, 300) == (1400, 1200)  # up to a friend
    pieces = [parts_of("crag", 1200, 1500), parts_of("wall", 1500, 1200, "r90"), parts_of("tower", 900, 1200)]
    scenery = table(pieces, pushed)
    assert paths.pushed_to(scenery, pushed, 1200, 1000, 200) == (1200, 1350)  # not onto the crag
    assert paths.pushed_to(scenery, pushed, 900, 1200, 300) == (1470, 1200)  # not within the wall
    assert paths.pushed_to(scenery, pushed, 1500, 1200, 300) == (1100, 1200)  # up to the tower
    on_top = figure(0, 1200, 1500)
    assert paths.pushed_to(table(pieces, on_top), on_top, 1200, 1400, 300) == (1200, 1800)  # down from it
    assert paths.pushed_to(table([], figure(0, 50, 50)), figure(0, 50, 50), 100, 100, 100) is None


@pytest.mark.slow
@given(boards.tables(), st.sampled_from([100, 200, 500]))
def test_a_push_ends_where_the_figure_may_stand(found: Table, length: int) -> None:
    """AK-240."""
    pushed, caster, *_ = found.bases.values()
    end = paths.pushed_to(found, pushed, caster.x, caster.y, length)
    if end is not None:
        assert not plain_geometry.blocked(
            found.terrain.pieces, found.bases.values(), pushed, (pushed.x, pushed.y), end
        )
        assert obstacle(found, pushed, *end) is None
        assert not paths.contacts(found, pushed.at(*end))


def test_contacts_are_the_enemies_within_a_tenth_of_an_inch() -> None:
    """AK-38."""
    found = table([], figure(0, 1000, 1000), figure(2, 1110, 1000, seat=1), figure(1, 1000, 1110, seat=1),
                  figure(3, 889, 1000, seat=1), figure(4, 1000, 900))  # fmt: skip
    assert [base.figure for base in paths.contacts(found, found.bases[0])] == [1, 2]


def test_a_long_thin_part_across_the_way_is_not_missed() -> None:
    """AK-41: no corner near, and both ends far."""
    fence = polygon("obstructing", 3, 250, ((200, 1199), (2200, 1199), (2200, 1201), (200, 1201)))
    found = table([(fence,)], figure(0, 1200, 1000))
    assert trouble(found, found.bases[0], [(1200, 1400)], SLACK) == Trouble("blocked", 0, piece=0)
    assert trouble(found, found.bases[0], [(1200, 1149)], SLACK) is None
    assert trouble(found, found.bases[0], [(1200, 1150)], SLACK) == Trouble("blocked", 0, piece=0)
