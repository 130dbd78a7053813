"""Kazaam's rules page: what is told beside the rules, from the data."""

from __future__ import annotations

import re

import pytest

from arena.games.kazaam.material import PARTS
from athanor.front.facts.kazaam import SCORED, told
from tests.athanor.front import shapes

pytestmark = pytest.mark.slow


def test_the_scored_creature_has_all_nine_parts() -> None:
    assert list(SCORED) == list(PARTS)
    assert "." not in told(SCORED)


def test_the_pictures_are_the_shapes_of_the_board() -> None:
    source = shapes.script("kazaam", "creature.js") + shapes.script("kazaam", "tokens.js")
    shapes.check("kazaam", re.findall(r'^ +"?[a-z-]+"?: .*"(M[^"]+)"', source, re.MULTILINE), 25)
