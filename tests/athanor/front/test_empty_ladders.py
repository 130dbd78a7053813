"""The pages of ladders that have no bot yet: the commands that stand on them then are those of this ladder.

`tests/end_to_end/test_documented.py` runs them as the templates have them.
"""

from __future__ import annotations

import pytest

from athanor.ladders.tasks import turn_seasons
from tests import blocks
from tests.athanor import world
from tests.athanor.front.reading import client_of

pytestmark = pytest.mark.django_db


def commands(address: str) -> list[str]:
    """As they are seen there."""
    page = client_of(None).get(address)
    assert page.status_code == 200
    found = blocks.of_template(address, page.content.decode())
    return [line for block in found if block.kind == "shell" for line in block.text.splitlines()]


def test_a_ladder_without_a_bot_says_how_to_write_one_for_its_game() -> None:
    world.ladder("first", game="kazaam")
    assert commands("/ladders/first/") == ["athanor new kazaam mybot --language python", "athanor upload mybot"]


def test_a_solo_ladder_without_a_bot_says_how_to_try_one_on_as_many_deals_as_it_has() -> None:
    world.solo_ladder("alone", season_seeds=7)
    turn_seasons()
    assert commands("/ladders/alone/") == [
        "athanor new alakazoo mybot --language python",
        "athanor play alakazoo mybot --games 7",
    ]
