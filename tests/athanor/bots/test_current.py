"""Choosing the version that plays, and retiring a bot."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from athanor.bots.models import Bot
from athanor.bots.services import make_current, retire
from athanor.ladders.models import Standing
from athanor.refusals import Refusal
from tests.athanor import world

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_it_works() -> None:
    """Back to an older version: it goes on from the rating it had."""
    ladder = world.ladder()
    bots = [world.bot() for _ in range(3)]
    first = world.current(bots[0])
    world.play(world.order(bots, on=ladder)[0])
    rated = Standing.objects.get(version=first)
    second = world.version(bots[0])
    make_current(version=second)
    assert list(Standing.objects.filter(bot=bots[0], listed=True).values_list("version", "games")) == [
        (second.pk, 0)
    ]
    make_current(version=first)
    again = Standing.objects.get(bot=bots[0], listed=True)
    assert (again.version, again.mu, again.games) == (first, rated.mu, 1)


def test_a_version_that_is_not_accepted_cannot_be_current() -> None:
    bot = world.bot()
    refused = world.version(bot, state="refused", built="", reason="crash", message="It crashed.")
    with pytest.raises(Refusal) as refusal:
        make_current(version=refused)
    assert refusal.value.code == "not-accepted"


def test_a_version_joins_the_ladders_of_its_games_only() -> None:
    world.ladder()
    bot = world.bot(games=["another"])
    assert not Standing.objects.filter(bot=bot).exists()


def test_a_version_that_plays_another_game_leaves_the_ladders_of_the_one_before() -> None:
    world.ladder()
    bot = world.bot()
    make_current(version=world.version(bot, games=["another"]))
    assert not Standing.objects.filter(bot=bot, listed=True).exists()


def test_a_retired_bot_is_on_no_board_and_never_comes_back() -> None:
    world.ladder()
    bot = world.bot()
    version = world.current(bot)
    retire(bot=bot)
    retire(bot=bot)
    bot.refresh_from_db()
    assert bot.retired_at
    assert bot.current is None
    assert not Standing.objects.filter(bot=bot, listed=True).exists()
    with pytest.raises(Refusal) as refusal:
        make_current(version=version)
    assert refusal.value.code == "retired"


def test_the_database_itself_keeps_a_retired_bot_from_playing() -> None:
    bot = world.bot()
    with pytest.raises(IntegrityError), transaction.atomic():
        Bot.objects.filter(pk=bot.pk).update(retired_at=bot.created_at)


def test_a_ladder_that_is_added_later_has_the_bots_that_play_its_game() -> None:
    bot, other = world.bot(), world.bot(games=["another"])
    ladder = world.ladder()
    assert list(Standing.objects.filter(ladder=ladder).values_list("bot", flat=True)) == [bot.pk]
    assert other.pk
