"""Whom a bot met, and from which seat it did how well."""

from __future__ import annotations

import pytest
from django.test import Client

from athanor.bots.models import Bot
from athanor.bots.portrait import record
from tests.athanor import world

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def met(mine: Bot, *others: Bot) -> None:
    (match,) = world.order([mine, *others], None)
    world.play(match)


def test_it_works() -> None:
    mine, other = world.bot("gus"), world.bot("one")
    met(mine, other)
    assert record(mine).matches == 1
    (opponent,) = record(mine).opponents
    assert (opponent.bot, opponent.matches, opponent.full_name) == (other, 1, "")


def test_opponents_of_one_name_are_told_apart() -> None:
    """The house calls a bot of each game `greedy`; authors call theirs whatever they like."""
    mine = world.bot("gus")
    namesakes = [world.bot("greedy", world.author(name)) for name in ("ada", "bea")]
    met(mine, *namesakes, world.bot("one"))
    told: dict[str, list[str]] = {opponent.bot.name: [] for opponent in record(mine).opponents}
    for opponent in record(mine).opponents:
        told[opponent.bot.name].append(opponent.full_name)
    assert {name: sorted(names) for name, names in told.items()} == {
        "greedy": ["ada/greedy", "bea/greedy"],
        "one": [""],
    }
    shown = Client().get(mine.get_absolute_url()).content.decode()
    assert '<span class="dim tiny">ada/greedy</span>' in shown
