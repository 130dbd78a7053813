"""What authors are told a figure reaches: never an illegal way, and no detour where a straight line does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.alkemy import paths
from arena.games.alkemy.geometry import Part, distance, polygon
from arena.games.alkemy.reach import Reach
from arena.games.alkemy.table import Base, Table, Terrain, in_contact
from arena.games.alkemy.terrain import parts_of
from tests.arena.games.alkemy import boards
from tests.arena.games.alkemy.boards import RADIUS


def figure(number: int, x: int, y: int, size: int = 1, seat: int = 0) -> Base:
    return Base(number, seat, x, y, RADIUS[size], size)


def table(pieces: list[tuple[Part, ...]], *bases: Base) -> Table:
    return Table(Terrain(pieces), bases)


def legal_walk(found: Table, mover: Base, way: list[tuple[int, int]], allowance: int) -> bool:
    """AK-99."""
    return paths.trouble(found, mover, way, allowance) is None and not paths.contacts(found, mover.at(*way[-1]))


@pytest.mark.slow
@given(boards.tables(), st.sampled_from([300, 600]), boards.points)
def test_a_way_is_legal_and_no_dearer_than_the_straight_one(
    found: Table, allowance: int, at: tuple[int, int]
) -> None:
    """AK-92 to AK-99."""
    mover = next(iter(found.bases.values()))
    near = (mover.x + (at[0] - 1200) // 3, mover.y + (at[1] - 1200) // 3)
    for goal in (at, near):
        way = Reach(found, mover, allowance).way(*goal)
        straight = legal_walk(found, mover, [goal], allowance)
        if way is None:
            assert not straight
        else:
            assert way[-1] == goal
            assert legal_walk(found, mover, way, allowance)
            if straight:
                cost = paths.cost(found.terrain, mover, way)
                assert cost <= paths.cost(found.terrain, mover, [goal])


@pytest.mark.slow
@given(boards.tables(), st.sampled_from([300, 600, 900]))
def test_a_way_to_contact_touches_its_target_alone(found: Table, allowance: int) -> None:
    """AK-38, AK-111."""
    mover, *others = found.bases.values()
    for target in others:
        way = Reach(found, mover, allowance).way_to_contact(target)
        if way is not None:
            end = mover.at(*way[-1])
            assert paths.trouble(found, mover, way, allowance) is None
            assert in_contact(end, target)
            assert [enemy.figure for enemy in paths.contacts(found, end)] in ([], [target.figure])
        straight = paths.touch_point(mover, target)
        touched = [enemy.figure for enemy in paths.contacts(found, mover.at(*straight))]
        if paths.trouble(found, mover, [straight], allowance) is None and touched in ([], [target.figure]):
            assert way is not None


@pytest.mark.slow
@given(boards.tables(), boards.points)
def test_a_way_toward_a_far_place_is_legal(found: Table, goal: tuple[int, int]) -> None:
    """AK-92 to AK-99."""
    mover = next(iter(found.bases.values()))
    for way in (Reach(found, mover, 400).toward(*goal), Reach(found, mover, 400).toward(*goal, 50, 100)):
        assert way is None or legal_walk(found, mover, way, 400)


def test_around_a_house() -> None:
    """AK-61, AK-92."""
    found = table([parts_of("house", 1200, 1200)], figure(0, 1200, 1000))
    mover = found.bases[0]
    assert paths.trouble(found, mover, [(1200, 1400)], 10_000) is not None
    way = Reach(found, mover, 900).way(1200, 1400)
    assert way is not None
    # Around a corner: 175 + 50 to the side, and 250 along.
    assert paths.cost(found.terrain, mover, way) < 1.03 * (2 * 175 + 250 + 2 * 50 * 3.15 / 2)
    assert Reach(found, mover, 500).way(1200, 1400) is None


def test_no_way_out_of_a_ring() -> None:
    """AK-92: friends all around, with gaps too small."""
    places = [(150, 0), (106, 106), (0, 150), (-106, 106), (-150, 0), (-106, -106), (0, -150), (106, -106)]
    ring = [figure(n, 1200 + dx, 1200 + dy) for n, (dx, dy) in enumerate(places, 1)]
    found = table([], figure(0, 1200, 1200), *ring)
    assert Reach(found, found.bases[0], 1000).way(1200, 1600) is None
    assert Reach(found, found.bases[0], 1000).toward(1200, 1600) is None
    found.remove(3)
    assert Reach(found, found.bases[0], 1000).way(1200, 1600) == [(1200, 1600)]


def test_cluttered_ground_is_split_at_its_edges_or_walked_around() -> None:
    """AK-60, AK-94."""
    found = table([parts_of("marsh", 1200, 1200)], figure(0, 1200, 900))
    mover = found.bases[0]
    way = Reach(found, mover, 1000).way(1200, 1500)
    assert way is not None
    straight = 2 * 600
    split = 350 + 2 * 250
    around = 2 * distance(1200, 900, 1375, 1075) + 250
    assert paths.cost(found.terrain, mover, way) <= min(straight, split, around) + 2
    into = Reach(found, mover, 500).way(1200, 1200)
    assert into is not None
    assert paths.cost(found.terrain, mover, into) <= 175 + 250 + 4
    assert Reach(found, mover, 420).way(1200, 1200) is None


def test_a_crag_is_climbed_only_to_stand_on_it() -> None:
    """AK-63, AK-96."""
    found = table([parts_of("crag", 1200, 1200)], figure(0, 1200, 1000))
    mover = found.bases[0]
    over, onto = Reach(found, mover, 1000).way(1200, 1400), Reach(found, mover, 1000).way(1200, 1200)
    assert over is not None
    assert onto is not None
    assert paths.cost(found.terrain, mover, over) < 400 + 300
    assert paths.falls(found.terrain, mover, over) == []
    assert paths.cost(found.terrain, mover, onto) == 200 + 150


def test_near_a_marker() -> None:
    """AK-261: the cheapest place from which it can be worked, or where the figure stands."""
    found = table([], figure(0, 1200, 700))
    way = Reach(found, found.bases[0], 400).way_near(1200, 1200, 50, 100)
    assert way == [(1200, 1000)]
    assert Reach(found, found.bases[0], 299).way_near(1200, 1200, 50, 100) is None
    beside = table([], figure(0, 1200, 1050))
    assert Reach(beside, beside.bases[0], 400).way_near(1200, 1200, 50, 100) == [(1200, 1050)]


def test_toward_goes_as_far_as_the_allowance() -> None:
    """AK-94, AK-95."""
    found = table([parts_of("house", 1200, 1200)], figure(0, 1200, 1000))
    mover = found.bases[0]
    way = Reach(found, mover, 300).toward(1200, 2000)
    assert way is not None
    assert 290 <= paths.cost(found.terrain, mover, way) <= 300
    assert distance(*way[-1], 1200, 2000) < 1000  # to the side, so that the next one leads past the house
    assert Reach(found, mover, 300).toward(1200, 900) == [(1200, 900)]


def test_the_points_that_are_reached() -> None:
    """AK-94: inside a circle on open ground, and none behind a wall too long to walk around."""
    found = table([], figure(0, 1200, 1200))
    points = dict(Reach(found, found.bases[0], 200).points(50))
    assert len(points) == 49
    assert points[1200, 1400] == 200
    assert points[1250, 1250] == 71
    fence = polygon("obstructing", 3, 250, ((200, 1300), (2200, 1300), (2200, 1310), (200, 1310)))
    fenced = table([(fence,)], figure(0, 1200, 1200))
    assert all(y <= 1250 for (_, y), _ in Reach(fenced, fenced.bases[0], 300).points(50))
