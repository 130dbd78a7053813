"""What a spectator of a running match is told: events as they happen, the end, and why there is nothing to see."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings
from pytest_django.fixtures import DjangoAssertNumQueries

from arena.live.publishing import Publisher
from athanor.jobs import services as jobs
from athanor.matches import services
from athanor.matches.models import Match
from tests.athanor import world
from tests.services import valkey
from tests.waiting import until

pytestmark = pytest.mark.database

DEAL = {"dealt": {"round": 0}}
MOVE = {"played": {"seat": 0}}
DEALT = {"ply": 0, "to": None, "event": DEAL}
PLAYED = {"ply": 1, "to": None, "event": MOVE}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with valkey(tmp_path_factory.mktemp("valkey")) as url:
        yield url


@pytest.fixture
def publisher(server: str, settings: Settings) -> Iterator[Publisher]:
    settings.LIVE_URL = server
    made = Publisher(server)
    yield made
    made.close()


@pytest.fixture
def running(db: None) -> Match:
    return begun(world.order([world.bot() for _ in range(3)])[0])


def begun(match: Match) -> Match:
    jobs.begin(token=world.attempt_of(match).token)
    match.refresh_from_db()
    return match


def asked(match: Match | str, **given: str | int) -> dict[str, Any]:
    public_id = match if isinstance(match, str) else match.public_id
    answer = Client().get(f"/matches/{public_id}/live.json", given)
    assert answer["Cache-Control"] == "no-store"
    document: dict[str, Any] = answer.json()
    return document


def told(match: Match, events: int, **given: str | int) -> dict[str, Any]:
    """What is answered once so many events are there."""

    def answer() -> dict[str, Any] | None:
        said = asked(match, **given)
        return said if len(said["events"]) >= events else None

    said = until(answer, f"{events} events of match {match.public_id}")
    assert said is not None
    return said


def test_it_works(running: Match, publisher: Publisher) -> None:
    feed = publisher.feed(world.dispatch_order(running))
    feed.tell(0, [DEAL])
    said = told(running, 1)
    assert (said["state"], said["why"], said["replay"]) == ("running", "", None)
    assert (said["run"], said["after"], said["events"]) == (feed.run, 0, [DEALT])
    assert [seat["bot"] for seat in said["header"]["seats"]] == [
        f"{seat.bot.owner.username}/{seat.bot.slug}" for seat in running.seats.order_by("seat")
    ]
    assert said["names"] == [seat.bot.name for seat in running.seats.order_by("seat")]
    feed.tell(1, [MOVE])
    rest = told(running, 1, run=feed.run, after=1)
    assert (rest["after"], rest["events"]) == (1, [PLAYED])
    assert asked(running, run=feed.run, after=2)["events"] == []
    assert asked(running, run="another", after=2)["events"] == [DEALT, PLAYED]


def test_it_is_cheap(
    running: Match, publisher: Publisher, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    publisher.feed(world.dispatch_order(running))
    with django_assert_num_queries(2):
        asked(running)


def test_neither_seed_nor_secrets_are_in_it(running: Match, publisher: Publisher) -> None:
    order = world.dispatch_order(running)
    publisher.feed(order).tell(0, [DEAL])
    text = str(told(running, 1))
    for secret in (order.seed, order.attempt.token, *(seat.bundle for seat in order.seats)):
        assert secret not in text


def test_who_waits_is_told_for_what(db: None, publisher: Publisher) -> None:
    match = world.order([world.bot() for _ in range(3)])[0]
    assert asked(match)["why"] == "This match waits for a free worker."
    assert "The bots are starting" in asked(begun(match))["why"]


def test_a_match_that_is_over_names_its_replay(running: Match, publisher: Publisher) -> None:
    publisher.feed(world.dispatch_order(running)).tell(0, [DEAL])
    world.play(running)
    said = asked(running)
    assert (said["state"], said["replay"]) == ("finished", f"/matches/{running.public_id}/replay.json")
    assert said["events"] == []


def test_a_void_match_says_why(running: Match, publisher: Publisher) -> None:
    services.give_up(match=running, fault="the worker stalled", now=running.ordered_at)
    assert asked(running)["why"] == "This match is void: the worker stalled."


def test_an_unknown_match_is_refused_in_words(db: None, publisher: Publisher) -> None:
    answer = Client().get("/matches/nosuchmatch/live.json")
    assert answer.status_code == 404
    assert answer.json()["message"] == "there is no match 'nosuchmatch'"


@pytest.mark.parametrize("after", ["-1", "x", "1e3", "9" * 30])
def test_a_place_that_is_none_is_refused(running: Match, publisher: Publisher, after: str) -> None:
    answer = Client().get(f"/matches/{running.public_id}/live.json", {"after": after})
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad-after"


def test_a_deal_that_is_played_elsewhere_too_is_not_shown(db: None, publisher: Publisher) -> None:
    first, second, third = world.order([world.bot() for _ in range(3)], rotations=3)
    for match in (first, second, third):
        publisher.feed(world.dispatch_order(begun(match))).tell(0, [DEAL])
    for match in (first, second):
        said = asked(match)
        assert "so that nobody learns the deal early" in said["why"]
        assert (said["events"], said["header"]) == ([], None)
        world.play(match)
    assert asked(first)["replay"] is None
    assert told(third, 1)["events"] == [DEALT]


def test_without_a_feed_everything_else_works(running: Match, settings: Settings, tmp_path: Path) -> None:
    for url, why in (
        ("", "There is no live feed on this site."),
        (f"unix://{tmp_path}/none", "There is no live feed now."),
    ):
        settings.LIVE_URL = url
        assert asked(running)["why"] == why
        assert Client().get("/matches/live.json").json() == {"match": None, "address": None}
        assert Client().get("/").status_code == 200
        assert Client().get(running.get_absolute_url()).status_code == 200
    settings.LIVE_URL = ""
    assert "There is no live feed on this site." in Client().get(running.get_absolute_url()).content.decode()


def test_the_home_page_shows_what_is_being_played(running: Match, publisher: Publisher) -> None:
    address = running.get_absolute_url()
    assert "data-feed" not in Client().get("/").content.decode()
    publisher.feed(world.dispatch_order(running)).tell(0, [DEAL])
    told(running, 1)
    assert Client().get("/matches/live.json").json() == {"match": running.public_id, "address": address}
    text = Client().get("/").content.decode()
    assert f'data-feed="{address}live.json"' in text
    assert "Being played right now" in text
    world.play(running)
    assert Client().get("/matches/live.json").json()["match"] is None
    assert "data-feed" not in Client().get("/").content.decode()


def test_the_page_of_a_running_match_is_its_live_board(running: Match, publisher: Publisher) -> None:
    text = Client().get(running.get_absolute_url()).content.decode()
    assert f'data-feed="{running.get_absolute_url()}live.json"' in text
    assert "player/player.js" in text
    world.play(running)
    assert "data-feed" not in Client().get(running.get_absolute_url()).content.decode()
