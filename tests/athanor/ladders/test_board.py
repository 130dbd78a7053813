"""The board of a ladder: its order, its pages, its queries, its plans."""

from __future__ import annotations

from random import Random

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from athanor.accounts.models import User
from athanor.bots.models import Bot, Version
from athanor.ladders import queries
from athanor.ladders.models import Ladder, Standing
from athanor.matches.models import Match
from athanor.refusals import NotFound, Refusal
from tests.athanor import world
from tests.athanor.plans import scans_nothing

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def crowd(ladder: Ladder, count: int) -> None:
    """Many listed standings, some level with each other, and as many older ones that are not listed."""
    now, random = timezone.now(), Random(3)
    users = User.objects.bulk_create(User(username=f"u{n}", email=f"u{n}@example.org") for n in range(count))
    bots = Bot.objects.bulk_create(Bot(owner=user, name=f"b{n}", slug=f"b{n}") for n, user in enumerate(users))
    versions = Version.objects.bulk_create(
        Version(
            bot=bot,
            number=number,
            state="accepted",
            filename="b.py",
            size=1,
            digest="0" * 64,
            built="0" * 64,
            runtime="python",
            protocol="stdio",
            games=["poison"],
            uploaded_at=now,
            decided_at=now,
        )
        for bot in bots
        for number in (1, 2)
    )
    rows = []
    for version in versions:
        mu = float(random.randrange(10, 40))
        rows.append(
            Standing(
                ladder=ladder,
                bot=version.bot,
                version=version,
                listed=version.number == 2,
                mu=mu,
                sigma=1.0,
                exposure=mu - 3.0,
                games=random.randrange(200),
                entered_at=now,
                paired_at=now,
            )
        )
    Standing.objects.bulk_create(rows)


def test_it_works(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    ladder = world.ladder()
    crowd(ladder, 120)
    with django_assert_num_queries(1):
        page = queries.board(ladder=ladder)
    assert [row.rank for row in page.rows] == list(range(1, 51))
    exposures = [row.exposure for row in page.rows]
    assert exposures == sorted(exposures, reverse=True)
    assert {row.version for row in page.rows} == {2}


def test_the_pages_have_everybody_once_in_order() -> None:
    ladder = world.ladder()
    crowd(ladder, 60)
    seen: list[queries.BoardRow] = []
    cursor = ""
    while True:
        page = queries.board(ladder=ladder, cursor=cursor, limit=7)
        seen += page.rows
        cursor = page.next
        if not cursor:
            break
    assert [row.rank for row in seen] == list(range(1, 61))
    assert len({row.standing for row in seen}) == 60
    keys = [(-row.exposure, row.standing) for row in seen]
    assert keys == sorted(keys)


def test_the_rank_of_a_standing_is_its_place_on_the_board() -> None:
    ladder = world.ladder()
    crowd(ladder, 40)
    board = {row.standing: row.rank for row in queries.board(ladder=ladder, limit=100).rows}
    for standing in Standing.objects.filter(listed=True):
        assert queries.rank_of(standing) == board[standing.pk]


@pytest.mark.parametrize(
    "cursor", ["x", "!!!", "W10", "WyJhIiwxLDJd", "WzEsMl0", "W251bGwsMSwyXQ", "é", "[" * 300]
)
def test_a_cursor_that_is_none_is_refused_with_a_reason(cursor: str) -> None:
    with pytest.raises(Refusal) as refused:
        queries.board(ladder=world.ladder(), cursor=cursor)
    assert refused.value.code == "bad-cursor"


def test_a_ladder_that_is_not_there_is_not_found() -> None:
    with pytest.raises(NotFound):
        queries.ladder("chess")


def test_board_ranks_and_pages_walk_an_index() -> None:
    ladder = world.ladder()
    crowd(ladder, 500)
    first = queries.board(ladder=ladder)
    somebody = Standing.objects.filter(listed=True).order_by("pk")[300]
    with scans_nothing():
        queries.board(ladder=ladder)
        queries.board(ladder=ladder, cursor=first.next)
        queries.rank_of(somebody)


def test_the_list_of_ladders_is_three_queries_however_many(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(5):
        world.ladder(f"poison-{number}")
    for _ in range(4):
        world.bot()
    world.order(list(Bot.objects.all()), on=Ladder.objects.get(slug="poison-1"))
    with django_assert_num_queries(3):
        rows = queries.ladders()
    assert [(row.slug, row.bots, row.waiting) for row in rows][:2] == [("poison-0", 4, 0), ("poison-1", 4, 1)]


def test_places_and_history_of_a_bot() -> None:
    ladder = world.ladder()
    bots = [world.bot() for _ in range(3)]
    for _ in range(3):
        (match,) = world.order(bots, on=ladder)
        world.play(match)
    (place,) = queries.places_of(bots[0])
    assert (place.rank, place.of, place.games, place.wins) == (1, 3, 3, 3)
    points = queries.history(bot=bots[0], ladder=ladder)
    assert [point.sequence for point in points] == [1, 2, 3]
    assert [point.seats for point in points] == [3, 3, 3]
    assert points[-1].exposure == place.exposure
    assert points[-1].match == Match.objects.latest("pk").public_id
