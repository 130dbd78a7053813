"""Sight that looks at few lines, against the 81 of the rules."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.alkemy.sight import lines_between, sees, sees_between
from arena.games.alkemy.table import Table
from tests.arena.games.alkemy import boards


@pytest.mark.parametrize("tables", [boards.tables(), boards.faced()], ids=["anywhere", "face to face"])
def test_two_see_each_other_where_one_of_the_81_lines_is_free(tables: st.SearchStrategy[Table]) -> None:
    """AK-49 to AK-53."""

    @settings(max_examples=40)
    @given(tables)
    def hold(found: Table) -> None:
        for a, b in permutations(found.bases.values(), 2):
            free = bool(lines_between(found, a, b))
            assert sees_between(found, a, b) == free
            assert sees(found, a.figure, b.figure) == free

    hold()
