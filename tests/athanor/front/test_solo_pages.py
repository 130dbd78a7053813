"""The pages of a solo ladder: its seasons, their boards, a bot's runs; for everybody and at every time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from athanor.accounts.models import User
from athanor.bots.models import Bot
from athanor.bots.services import make_current
from athanor.design.templatetags.athanor import day, there
from athanor.ladders import solo, solo_board
from athanor.ladders.matchmaker import matchmake
from athanor.ladders.models import Ladder, Season
from athanor.ladders.tasks import turn_seasons
from athanor.matches.models import Match
from tests.athanor import world
from tests.athanor.front import stage
from tests.athanor.front.reading import client_of
from tests.athanor.front.test_every_page import wrong

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

START = datetime(2027, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def ladder(clock: time_machine.Traveller, settings: Settings) -> Ladder:
    settings.BACKLOG = 100
    return world.solo_ladder(season_days=7, season_seeds=4)


@pytest.fixture
def ada(ladder: Ladder) -> User:
    return world.author("ada")


@pytest.fixture
def bots(ada: User) -> list[Bot]:
    """One that has played everything, one that is half through, one that waits; and a season that is over."""
    made = [world.soloist("quicksilver", ada), world.soloist("salamander"), world.soloist("newt")]
    matchmake()
    for match in Match.objects.filter(ended_at=None):
        stage.perform(match, b"log\n")
    return made


def second_season(clock: time_machine.Traveller, bots: list[Bot]) -> None:
    clock.move_to(START + timedelta(days=7))
    turn_seasons()
    make_current(version=world.version(bots[0], games=["alakazoo"]))
    matchmake()
    for match in Match.objects.filter(ended_at=None, seats__bot=bots[0]):
        stage.perform(match)
    for match in Match.objects.filter(ended_at=None, seats__bot=bots[1]).order_by("pk")[:2]:
        stage.perform(match)


def pages(bots: list[Bot]) -> Iterator[str]:
    yield from ("/", "/ladders/", "/ladders/alone/", "/matches/?ladder=alone", "/docs/ladders/", "/fairness/")
    yield "/fairness/log/"
    yield from (season.get_absolute_url() for season in Season.objects.filter(begun_at__isnull=False))
    yield from (bot.get_absolute_url() for bot in bots)
    yield from (match.get_absolute_url() for match in Match.objects.all())


def test_it_works(bots: list[Bot], ada: User, clock: time_machine.Traveller) -> None:
    assert wrong(pages(bots), None) == {}
    second_season(clock, bots)
    assert wrong(pages(bots), None) == {}
    assert wrong(pages(bots), ada) == {}
    page = Client().get("/ladders/alone/").content.decode()
    season = Season.objects.get(number=2)
    for text in (
        "season 2",
        "Mon 08 Mar 2027",
        "Mon 15 Mar 2027",
        season.commitment,
        "2 of 4 played",
        "0 of 4 played",
    ):
        assert text in page
    assert "Sealed until the season is over" in page
    assert str(there(season.ends_at, "UTC")) in page, (
        "a time that a reader's browser shows on the reader's own clock"
    )
    assert str(day(season.ends_at, "j M Y")) in page
    assert season.key not in page
    assert '/ladders/alone/seasons/1/"' in page
    assert Season.objects.get(number=3).commitment[:12] in page


def test_before_the_first_season_it_says_that_one_will_begin(ladder: Ladder) -> None:
    assert "about to begin" in Client().get("/ladders/alone/").content.decode()
    assert wrong(iter(["/", "/ladders/", "/ladders/alone/"]), None) == {}


def test_an_empty_season_says_how_to_be_in_it(ladder: Ladder) -> None:
    turn_seasons()
    assert "athanor new alakazoo mybot" in Client().get("/ladders/alone/").content.decode()


def test_a_season_that_is_over_has_its_key_and_its_matches(bots: list[Bot], clock: time_machine.Traveller) -> None:
    second_season(clock, bots)
    season = Season.objects.get(number=1)
    page = Client().get(season.get_absolute_url()).content.decode()
    assert season.key in page
    match = Match.objects.filter(season=season).order_by("-ended_at", "-pk")[0]
    assert match.get_absolute_url() in page
    text = Client().get(match.get_absolute_url()).content.decode()
    assert f"--key {season.key}" in text
    assert season.get_absolute_url() in text
    assert "data-replay" in text


def test_a_bot_has_its_run_and_those_before(bots: list[Bot], ada: User, clock: time_machine.Traveller) -> None:
    second_season(clock, bots)
    page = client_of(ada).get(bots[0].get_absolute_url()).content.decode()
    assert "version 2" in page
    assert "Spells placed" in page
    assert '/ladders/alone/seasons/1/"' in page
    assert "You may enter" in page
    assert "You may enter" not in Client().get(bots[0].get_absolute_url()).content.decode()


def test_the_author_is_told_when_a_version_is_not_entered(ada: User, ladder: Ladder) -> None:
    Ladder.objects.update(season_entries=1)
    bot = world.soloist("bot", ada)
    turn_seasons()
    make_current(version=world.version(bot, games=["alakazoo"]))
    assert "Version 2 is not in this season" in client_of(ada).get(bot.get_absolute_url()).content.decode()


def test_a_strip_says_in_words_what_it_shows() -> None:
    strip = solo_board.strip_of("ssf.o")
    assert strip.words == "5 deals: 1 not played yet, 2 solved, 1 not solved, 1 the bot was out"
    assert [deal.css for deal in strip.deals] == ["solved", "solved", "failed", "waiting", "out"]
    assert strip.deals[4].title == "deal 5: the bot was out"


def test_seasons_that_are_not_there_are_404(ladder: Ladder) -> None:
    world.ladder()
    turn_seasons()
    for address in ("/ladders/alone/seasons/2/", f"/ladders/alone/seasons/{2**40}/", "/ladders/no/seasons/1/"):
        assert Client().get(address).status_code == 404, address
    assert Client().get("/ladders/poison/seasons/1/").status_code == 404


@pytest.mark.database
def test_a_board_is_two_queries_however_many_play(
    ladder: Ladder, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    turn_seasons()
    for _ in range(8):
        world.soloist()
    season = solo.present(ladder=ladder)
    assert season is not None
    with django_assert_max_num_queries(2):
        assert len(solo.board(season=season).rows) == 8
