"""Poison's rules page: what is told beside the rules, from the data."""

from __future__ import annotations

import re

from tests.athanor.front import shapes


def test_the_pictures_are_the_shapes_of_the_board() -> None:
    source = shapes.script("poison", "flask.js") + shapes.script("poison", "cauldron.js")
    paths = re.findall(r'^  (?:red|blue|purple|poison): "(M[^"]+)"', source, re.MULTILINE)
    paths += re.findall(r'^const (?:BODY|CAVITY) = "([^"]+)"', source, re.MULTILINE)
    shapes.check("poison", paths, 10)
