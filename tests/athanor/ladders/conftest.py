from __future__ import annotations

from random import Random

import pytest
from pytest_django import DjangoDbBlocker

from athanor.ladders.models import Ladder
from tests.athanor import world


@pytest.fixture(scope="module")
def played(rows_of_the_file: DjangoDbBlocker) -> int:
    with rows_of_the_file.unblock():
        return _thirty_matches().pk


@pytest.fixture
def ladder(played: int) -> Ladder:
    """On which thirty matches were rated."""
    return Ladder.objects.get(pk=played)


def _thirty_matches() -> Ladder:
    """Of six bots at tables of three and four, ties among them."""
    ladder = world.ladder()
    bots = [world.bot() for _ in range(6)]
    random = Random(7)
    for _ in range(30):
        table = random.sample(bots, random.choice((3, 4)))
        (match,) = world.order(table, on=ladder)
        ranks = [1, *(random.randint(1, len(table)) for _ in table[1:])]
        world.play(match, ranks)
    return ladder
