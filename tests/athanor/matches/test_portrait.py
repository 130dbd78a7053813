"""Whom a bot met, and from which seat it did how well."""

from __future__ import annotations

import pytest
from django.test import Client

from athanor.bots.models import Bot
from athanor.matches.portrait import record
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
    assert (opponent.bot, opponent.matches, opponent.apart) == (other, 1, "")


def test_opponents_of_one_name_are_told_apart() -> None:
    """The house calls a bot of each game `greedy`; authors call theirs whatever they like."""
    mine = world.bot("gus")
    namesakes = [world.bot("greedy", world.author(name)) for name in ("ada", "bea")]
    met(mine, *namesakes, world.bot("one"))
    told: dict[str, list[str]] = {opponent.bot.name: [] for opponent in record(mine).opponents}
    for opponent in record(mine).opponents:
        told[opponent.bot.name].append(opponent.apart)
    assert {name: sorted(names) for name, names in told.items()} == {
        "greedy": ["by ada", "by bea"],
        "one": [""],
    }
    shown = Client().get(mine.get_absolute_url()).content.decode()
    assert '<span class="dim tiny">by ada</span>' in shown


def test_a_name_that_its_author_gave_twice_is_told_with_its_game() -> None:
    house = world.author("house", is_house=True)
    thinking = [world.bot(f"{game}-thinking", house, games=[game]) for game in ("kazaam", "poison")]
    Bot.objects.filter(pk__in=[bot.pk for bot in thinking]).update(name="thinking")
    titles = [Bot.objects.get(pk=bot.pk).title for bot in thinking]
    assert titles == ["thinking · Kazaam", "thinking · Poison"]
    for address in ("", "versions/1/"):
        page = Client().get(f"{thinking[0].get_absolute_url()}{address}").content.decode()
        assert "thinking · Kazaam by house" in " ".join(page.split()), address
    listed = Client().get("/matches/?bot=house/kazaam-thinking").content.decode()
    assert "<h1>Matches of thinking · Kazaam</h1>" in listed
    met(world.bot("gus"), *Bot.objects.filter(owner=house))
    shown = Client().get(Bot.objects.get(slug="gus").get_absolute_url())
    assert '<span class="dim tiny">Kazaam</span>' in shown.content.decode()
    # A name that is given once stands alone.
    assert Bot.objects.get(slug="gus").title == "gus"
