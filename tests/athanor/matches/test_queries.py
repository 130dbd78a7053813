"""What is read of matches, with realistic rows: by index, and in as many queries for many as for few."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoDbBlocker

from arena.orders.lanes import Lane
from athanor.bots.models import Bot
from athanor.jobs import sweeping
from athanor.jobs.models import Attempt, Job, Kind
from athanor.ladders.models import Ladder
from athanor.matches import epochs, queries, tallies
from athanor.matches.models import Epoch, Match, Seat
from tests.athanor import world
from tests.athanor.plans import scans_nothing

pytestmark = [pytest.mark.django_db, pytest.mark.database]

MATCHES = 800


@pytest.fixture(scope="module")
def rows(rows_of_the_file: DjangoDbBlocker) -> tuple[int, list[int]]:
    with rows_of_the_file.unblock():
        return long_past()


@pytest.fixture
def busy(rows: tuple[int, list[int]]) -> tuple[Ladder, list[Bot]]:
    ladder, bots = rows
    return Ladder.objects.get(pk=ladder), list(Bot.objects.filter(pk__in=bots).order_by("pk"))


def long_past() -> tuple[int, list[int]]:
    """A ladder with a long past and its bots, another ladder, and a few matches under way."""
    now, random = timezone.now(), Random(5)
    ladders = [world.ladder(), world.ladder("other")]
    bots = [world.bot() for _ in range(40)]
    epochs.ensure(now=now)
    epoch = Epoch.objects.earliest("day")
    jobs = Job.objects.bulk_create(
        Job(kind=Kind.MATCH, queue=Lane.LADDERS.queue, state="done", ordered_at=now, ended_at=now)
        for _ in range(MATCHES)
    )
    matches = Match.objects.bulk_create(
        Match(
            job=jobs[number],
            public_id=f"m{number}",
            purpose="ladder",
            game="poison",
            ladder=ladders[number % 5 == 0],
            duplicate_set=f"past/{number}",
            epoch=epoch,
            state="finished",
            ordered_at=now,
            ended_at=now - timedelta(seconds=MATCHES - number),
            reason="rounds-played",
            replay="ab" * 32,
            chain="cd" * 32,
            seed="ef" * 32,
        )
        for number in range(MATCHES)
    )
    seats = []
    for match in matches:
        for seat, bot in enumerate(random.sample(bots, 4)):
            version = bot.current_id
            assert version is not None
            seats.append(Seat(match=match, seat=seat, version_id=version, bot=bot, rank=seat + 1, score=seat))
    Seat.objects.bulk_create(seats)
    for _ in range(3):
        world.order(bots[:4], on=ladders[0])
    return ladders[0].pk, [bot.pk for bot in bots]


@pytest.mark.slow
def test_it_works(busy: tuple[Ladder, list[Bot]], django_assert_num_queries: DjangoAssertNumQueries) -> None:
    ladder, _ = busy
    with django_assert_num_queries(3):
        page = queries.finished(ladder_id=ladder.pk, limit=50)
    assert len(page.rows) == 50
    assert [len(row.seats) for row in page.rows] == [4] * 50
    ended = [row.ended_at for row in page.rows]
    assert ended == sorted(ended, reverse=True)  # type: ignore[type-var]
    assert page.rows[0].by_rank[0].rank == 1


@pytest.mark.slow
def test_every_list_walks_an_index(busy: tuple[Ladder, list[Bot]]) -> None:
    ladder, bots = busy
    now = timezone.now()
    deep = queries.finished(ladder_id=ladder.pk, limit=25)
    of_bot = queries.of_bot(bot=bots[0])
    with scans_nothing():
        queries.finished()
        queries.finished(ladder_id=ladder.pk)
        queries.finished(ladder_id=ladder.pk, cursor=deep.next)
        queries.finished(game="poison")
        queries.of_bot(bot=bots[0])
        queries.of_bot(bot=bots[0], cursor=of_bot.next)
        queries.under_way()
        tallies.queue(now=now)
        queries.match_page("m17")


def test_the_sweeper_finds_what_is_due_by_an_index(busy: tuple[Ladder, list[Bot]]) -> None:
    now = timezone.now()
    Attempt.objects.bulk_create(
        Attempt(job_id=job, number=1, state="settled", deadline=now, opened_at=now, closed_at=now)
        for job in Match.objects.filter(state="finished").values_list("job", flat=True)
    )

    with scans_nothing():
        sweeping.sweep(now=now)


def test_a_bot_that_sits_at_a_table_twice_has_the_match_listed_once() -> None:
    bot = world.bot()
    (match,) = world.order([bot, bot, world.bot()])
    assert [row.public_id for row in queries.of_bot(bot=bot).rows] == [match.public_id]


def test_a_match_page_is_as_many_queries_for_six_seats_as_for_three(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for seats in (3, 6):
        (match,) = world.order([world.bot() for _ in range(seats)])
        world.play(match)
        with django_assert_max_num_queries(7):
            page = queries.match_page(match.public_id)
        assert len(page.accounts) == seats
