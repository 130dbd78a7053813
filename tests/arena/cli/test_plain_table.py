"""What Alkemy's geometry is measured against gives the same answers: otherwise it would be no reference."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from arena.cli.bench.games import plain_table
from arena.games.alkemy import paths, sight
from arena.games.alkemy.table import Table
from tests.arena.games.alkemy import boards


@given(boards.tables())
def test_the_reference_sees_what_ours_sees(found: Table) -> None:
    """AK-49 to AK-53."""
    bases = list(found.bases.values())
    for a, b in permutations(bases, 2):
        assert plain_table.sees(found.terrain.pieces, bases, a, b) == sight.sees_between(found, a, b)


@given(boards.tables(), st.lists(boards.points, min_size=1, max_size=3), st.integers(100, 3000))
def test_the_reference_lets_pass_what_ours_lets_pass(
    found: Table, path: list[tuple[int, int]], allowance: int
) -> None:
    """AK-92 to AK-96."""
    bases = list(found.bases.values())
    mover = bases[0]
    allowed = paths.trouble(found, mover, path, allowance) is None
    assert plain_table.may_walk(found.terrain.pieces, bases, mover, path, allowance) == allowed


@given(boards.tables(), boards.points)
def test_the_references_way_is_one(found: Table, at: tuple[int, int]) -> None:
    """AK-92."""
    bases = list(found.bases.values())
    mover = bases[0]
    goal = (mover.x + (at[0] - 1200) // 8, mover.y + (at[1] - 1200) // 8)
    way = plain_table.way(found.terrain.pieces, bases, mover, goal, 300, 50)
    if way is not None:
        assert way[-1] == goal
        here = (mover.x, mover.y)
        for there in way:
            assert paths.in_the_way(found, mover, *here, *there) is None
            here = there
