"""Alakazoo's rules page: what is told beside the rules, from the data."""

from __future__ import annotations

import re

import pytest

from arena.games.alakazoo import material
from arena.games.alakazoo.game import AlakazooGame
from arena.games.alakazoo.scoring import REASONS
from athanor.front.facts import alakazoo
from tests.athanor.front import shapes
from tests.athanor.front.docpage import page_at

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_the_cards_of_alakazoos_expansions_are_all_told() -> None:
    assert list(alakazoo.TOMMY_EFFECTS) == list(material.TOMMY)
    assert list(alakazoo.MAGICIAN_EFFECTS) == list(material.MAGICIANS)
    assert list(alakazoo.KEEPER_EFFECTS) == list(material.KEEPERS)
    page = page_at("/docs/alakazoo/")
    for card in (*material.TOMMY, *material.MAGICIANS, *material.KEEPERS):
        assert f"card-{card}" in page.ids
    for name in (*material.PAGE_NAMES, *material.ABILITIES, *material.CREATURES, *REASONS[False], *REASONS[True]):
        assert name in page.text


def test_the_checks_of_alakazoos_actions_are_its_refusals() -> None:
    """With the first eight of AZ-180 they are all codes there are."""
    codes = list(AlakazooGame.refusals)
    checks = {code for _, own in alakazoo.ACTIONS.values() for code in own.split()}
    assert checks | set(codes[:8]) == set(codes)
    assert set(alakazoo.ACTIONS) == set(AlakazooGame.actions.kinds)


def test_the_pictures_are_the_shapes_of_the_board() -> None:
    source = shapes.script("alakazoo", "runes.js") + shapes.script("alakazoo", "creatures.js")
    paths = [
        path
        for table in re.findall(r"const (?:GLYPHS|HEADS|FACES) = {(.*?)};", source, re.DOTALL)
        for path in re.findall(r': "(M[^"]+)"', table)
    ]
    paths += re.findall(r'd: "(M[^"]+)", class: "(?:magic-star|dark-moon)"', source)
    shapes.check("alakazoo", paths, 6 + 8 + 8 + 2)
