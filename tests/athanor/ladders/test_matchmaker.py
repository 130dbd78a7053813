"""The matchmaker keeps ladders busy, and serves first who has waited most."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import pairwise
from random import Random

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from athanor.bots.models import Bot
from athanor.bots.services import retire
from athanor.ladders.backlog import SETTLED, share
from athanor.ladders.matchmaker import NEWCOMER, matchmake
from athanor.ladders.models import Ladder, Standing
from athanor.matches.models import Match, Seat
from tests.athanor import world

pytestmark = pytest.mark.django_db


@pytest.mark.database
def test_it_works(settings: Settings) -> None:
    settings.BACKLOG = 3
    world.ladder()
    for _ in range(5):
        world.bot()
    assert matchmake() == 3
    assert matchmake() == 0, "the backlog is full"
    match = Match.objects.order_by("pk")[0]
    assert (match.seats.count(), match.purpose, match.clock["bank"]) == (4, "ladder", 10_000)
    world.play(match)
    assert matchmake() == 1


@pytest.mark.database
def test_a_newcomer_is_served_first(settings: Settings) -> None:
    settings.BACKLOG = 1
    ladder = world.ladder()
    for _ in range(8):
        world.bot()
    Standing.objects.update(games=500, paired_at=timezone.now() - timedelta(days=9))
    newcomer = world.bot()
    for _ in range(NEWCOMER):
        matchmake()
        match = Match.objects.latest("pk")
        assert match.seats.filter(bot=newcomer).exists()
        world.play(match)
    assert Standing.objects.get(ladder=ladder, bot=newcomer).games == NEWCOMER


@pytest.fixture
def newcomers(settings: Settings) -> Settings:
    """A ladder of bots that have played long, and one match under way; two newcomers may come at once."""
    settings.BACKLOG, settings.NEWCOMERS = 1, 2
    world.ladder()
    for _ in range(8):
        world.bot()
    Standing.objects.update(games=500)
    assert matchmake() == 1
    return settings


def matches_of(bot: Bot) -> int:
    return Seat.objects.filter(bot=bot).count()


@pytest.mark.database
def test_a_newcomer_gets_its_first_matches_at_once_however_full_the_backlog_is(newcomers: Settings) -> None:
    newcomer = world.bot()
    assert matchmake() == NEWCOMER
    assert matches_of(newcomer) == NEWCOMER
    assert matchmake() == 0, "they are under way"
    for match in list(Match.objects.order_by("pk")):
        world.play(match)
    matchmake()
    assert matches_of(newcomer) <= NEWCOMER + 1, "from now on it waits as all others do"


@pytest.mark.database
def test_the_others_play_on_while_newcomers_have_their_first_matches(newcomers: Settings) -> None:
    for _ in range(newcomers.NEWCOMERS + 2):
        world.bot()
    of_the_backlog = Match.objects.get()
    assert matchmake() == newcomers.NEWCOMERS * NEWCOMER
    for _ in range(3):
        world.play(of_the_backlog)
        assert matchmake() == 1, "the newcomers' matches leave the backlog to the others"
        of_the_backlog = Match.objects.latest("pk")


class OneOfThree(Random):
    """Whoever has waited longest is served, and not who has the fewest matches."""

    def random(self) -> float:
        return 0.9


def test_newcomers_that_wait_for_their_turn_do_not_take_the_matches_of_the_others(newcomers: Settings) -> None:
    longest = Standing.objects.order_by("pk")[0]
    for _ in range(newcomers.NEWCOMERS + 2):
        world.bot()
    world.play(Match.objects.get())
    Standing.objects.filter(pk=longest.pk).update(paired_at=timezone.now() - timedelta(days=9))
    matchmake(random=OneOfThree(1))
    assert Match.objects.latest("pk").seats.filter(bot=longest.bot).exists()


@pytest.mark.slow
def test_of_many_newcomers_so_many_come_at_once_and_the_others_after_them(newcomers: Settings) -> None:
    bots = [world.bot() for _ in range(4)]
    matchmake()
    ahead, behind = bots[:2], bots[2:]
    assert all(matches_of(bot) >= NEWCOMER for bot in ahead)
    waiting = [matches_of(bot) for bot in behind]
    for match in list(Match.objects.order_by("pk")):
        world.play(match)
    matchmake()
    assert all(matches_of(bot) >= NEWCOMER for bot in behind), waiting


@pytest.mark.slow
def test_another_version_of_a_bot_is_no_newcomer(newcomers: Settings) -> None:
    bot = world.bot()
    matchmake()
    for match in list(Match.objects.order_by("pk")):
        world.play(match)
    world.make_current(version=world.version(bot))
    before = matches_of(bot)
    matchmake()
    assert matches_of(bot) <= before + 1


def test_of_the_newcomers_of_one_author_one_comes_at_a_time(newcomers: Settings) -> None:
    ada = world.author("ada")
    first, second = (world.bot(owner=ada) for _ in range(2))
    other = world.bot()
    matchmake()
    assert matches_of(first) >= NEWCOMER
    assert matches_of(other) >= NEWCOMER
    assert matches_of(second) < NEWCOMER


def test_a_newcomer_of_the_house_waits_as_all_others_do(newcomers: Settings) -> None:
    world.bot(owner=world.author("house", is_house=True))
    assert matchmake() == 0


def test_matches_in_sets_come_in_whole_sets(newcomers: Settings) -> None:
    Ladder.objects.update(rotates=True)
    newcomer = world.bot()
    assert matchmake() == matches_of(newcomer) == 12, "three sets of four orders at the table"


def test_where_ladders_play_nothing_newcomers_do_not_either(newcomers: Settings) -> None:
    newcomers.BACKLOG = 0
    world.bot()
    assert matchmake() == 0


@pytest.mark.slow
def test_everybody_gets_matches(settings: Settings) -> None:
    settings.BACKLOG = 4
    world.ladder()
    bots = [world.bot() for _ in range(10)]
    for turn in range(15):
        matchmake(random=Random(turn))
        for match in list(Match.objects.filter(state="ordered")):
            world.play(match)
    games = Counter(Seat.objects.values_list("bot", flat=True))
    assert all(games[bot.pk] >= 12 for bot in bots)


@pytest.mark.database
def test_a_table_is_short_handed_where_bots_are_missing(settings: Settings) -> None:
    settings.BACKLOG = 1
    world.ladder(seats=4, least_seats=3)
    for _ in range(3):
        world.bot()
    assert matchmake() == 1
    assert Match.objects.get().seats.count() == 3


def test_too_few_bots_order_nothing_and_freeze_nobody(settings: Settings) -> None:
    settings.BACKLOG = 2
    world.ladder(seats=4, least_seats=3)
    for _ in range(2):
        world.bot()
    assert matchmake() == 0
    world.bot()
    assert matchmake() == 2


@pytest.mark.database
def test_a_retired_bot_gets_no_more_matches(settings: Settings) -> None:
    settings.BACKLOG = 4
    world.ladder()
    bots = [world.bot() for _ in range(5)]
    retire(bot=bots[0])
    matchmake()
    assert not Seat.objects.filter(bot=bots[0]).exists()


def test_a_closed_ladder_orders_nothing() -> None:
    ladder = world.ladder()
    for _ in range(4):
        world.bot()
    ladder.open = False
    ladder.save()
    assert matchmake() == 0


@pytest.mark.database
@pytest.mark.parametrize(("seats", "matches", "times"), [(3, 6, 2), (4, 4, 1)])
def test_a_ladder_that_rotates_plays_each_deal_by_every_seating_of_a_duplicate_set(
    seats: int, matches: int, times: int, settings: Settings
) -> None:
    settings.BACKLOG = 1
    world.ladder(seats=seats, rotates=True)
    for _ in range(seats):
        world.bot()
    assert matchmake() == matches
    assert Match.objects.values("duplicate_set").distinct().count() == 1
    tables = [list(match.seats.order_by("seat").values_list("bot", flat=True)) for match in Match.objects.all()]
    before = Counter(pair for table in tables for pair in pairwise(table))
    assert len(before) == seats * (seats - 1)
    assert set(before.values()) == {times}


def test_a_house_that_is_alone_and_settled_plays_one_match_at_a_time(settings: Settings) -> None:
    settings.BACKLOG = 5
    world.ladder()
    house = world.author("house", is_house=True)
    for _ in range(4):
        world.bot(owner=house)
    Standing.objects.update(games=SETTLED)
    assert matchmake() == 1
    world.bot()
    assert matchmake() == 4


@pytest.mark.database
def test_the_ladders_share_one_backlog_and_those_of_authors_come_first(settings: Settings) -> None:
    """With many games a check, or a challenge, does not wait behind all the matches of all their ladders."""
    settings.BACKLOG = 6
    now = timezone.now()
    ladders = [world.ladder(f"poison-{seats}", seats, seats) for seats in (3, 4, 5, 6)]
    house = world.author("house", is_house=True)
    bots = [world.bot(owner=house) for _ in range(6)]
    assert [share(ladder, now) for ladder in ladders] == [1, 1, 1, 1]
    assert matchmake() == 4
    Standing.objects.filter(ladder__in=ladders[1:]).update(games=SETTLED)
    assert [share(ladder, now) for ladder in ladders] == [6, 1, 1, 1]
    Standing.objects.filter(bot=bots[0], ladder__in=ladders[2:]).update(bot=world.bot(games=["kazaam"]))
    assert [share(ladder, now) for ladder in ladders] == [1, 1, 3, 3]
    Ladder.objects.filter(pk=ladders[3].pk).update(open=False)
    assert [share(ladder, now) for ladder in ladders[:3]] == [1, 1, 6]
    settings.BACKLOG = 0
    assert [share(ladder, now) for ladder in ladders[:3]] == [0, 0, 0]


@pytest.mark.database
def test_it_reads_the_surroundings_and_not_the_whole_ladder(
    settings: Settings, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    settings.BACKLOG = 1
    ladder = world.ladder()
    for _ in range(30):
        world.bot()
    Standing.objects.update(games=100)
    with django_assert_max_num_queries(45):
        assert matchmake() == 1
    assert ladder.matches.count() == 1
