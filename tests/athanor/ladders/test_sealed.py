"""What everybody still has before them nobody is told: not by a page, the API, a feed, a replay, or a log (G8)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from pytest_django import Settings

from arena.live.publishing import Publisher
from arena.replay.file import read
from arena.replay.seeds import fits
from arena.replay.verification import verify
from athanor import sealing
from athanor.accounts.models import User
from athanor.bots.models import Bot
from athanor.ladders.matchmaker import matchmake
from athanor.ladders.models import Ladder, Run, Season
from athanor.ladders.tasks import turn_seasons
from athanor.lifecycles import MatchState
from athanor.matches import epochs, services
from athanor.matches.models import Match
from athanor.storage import blobs
from athanorpb.farm.values import SeatRecord
from tests.athanor import world
from tests.athanor.front import stage
from tests.athanor.front.reading import client_of, page_of
from tests.services import valkey

pytestmark = pytest.mark.django_db

START = datetime(2027, 3, 1, 12, tzinfo=UTC)
FORM_TOKEN = re.compile('value="[A-Za-z0-9]{64}"')
LOG = b"the deal, card by card\n"


@pytest.fixture
def ladder(clock: time_machine.Traveller, settings: Settings) -> Ladder:
    settings.BACKLOG = 100
    return world.solo_ladder(season_days=7, season_seeds=3)


@pytest.fixture
def ada(db: None) -> User:
    return world.author("ada")


@pytest.fixture
def bot(ladder: Ladder, ada: User) -> Bot:
    made = world.soloist("quicksilver", ada)
    matchmake()
    return made


def matches_of(bot: Bot) -> list[Match]:
    return list(Match.objects.filter(seats__bot=bot).order_by("trial__number"))


def addresses_of(match: Match) -> Iterator[str]:
    page, api = f"/matches/{match.public_id}/", f"/api/v1/matches/{match.public_id}"
    yield from (page, f"{page}live.json", f"{page}replay.json", f"{page}replay.athanor", f"{page}seats/0/log")
    yield from (api, f"{api}/replay.json", f"{api}/replay.athanor", f"{api}/seats/0/log")


LISTS = (
    *("/matches/?state=open", "/matches/?state=void", "/matches/?ladder=alone", "/matches/?game=alakazoo"),
    *("/matches/?bot=ada/quicksilver", "/matches/live.json", "/api/v1/matches", "/api/v1/matches?ladder=alone"),
    *("/api/v1/matches?game=alakazoo", "/api/v1/matches?bot=ada/quicksilver", "/api/v1/matches/under-way"),
    *("/api/v1/ladders", "/api/v1/ladders/alone", "/api/v1/ladders/alone/seasons", "/api/v1/epochs"),
    *(
        "/api/v1/ladders/alone/seasons/1",
        "/api/v1/ladders/alone/seasons/1/runs",
        "/api/v1/ladders/alone/standings",
    ),
    *("/api/v1/bots/ada/quicksilver", "/api/v1/bots", "/api/v1/health", "/api/v1/me/bots", "/api/v1/me"),
    *("/api/v1/me/bots/quicksilver/versions/1", "/api/v1/me/bots/quicksilver/versions/1/log"),
)


def told(user: User | None, matches: list[Match]) -> dict[str, str]:
    """All that somebody can read: every page that a link leads to, every list, and what they might guess."""
    client = client_of(user)
    headers = {"Authorization": f"Bearer {world.token(user)}"} if user else {}
    ahead = ["/", *LISTS, *(address for match in matches for address in addresses_of(match))]
    seen: dict[str, str] = {}
    while ahead:
        address = ahead.pop()
        if address in seen or address.startswith(("/docs/", "/static/", "/accounts/")):
            continue
        response = client.get(address, headers=headers if address.startswith("/api/") else {})
        text = response.getvalue().decode("utf-8", "replace")
        seen[address] = f"{response.status_code} {FORM_TOKEN.sub('', text)}"
        if response.get("Content-Type", "").startswith("text/html"):
            ahead += [link.split("#")[0] for link in page_of(response).links if link.startswith("/")]
    return seen


def everybody(matches: list[Match], ada: User) -> dict[str, str]:
    stranger = told(None, matches)
    return {**{f"author {address}": text for address, text in told(ada, matches).items()}, **stranger}


def perform(match: Match) -> Match:
    return stage.perform(match, LOG)


@pytest.mark.slow
@pytest.mark.database
def test_it_works(bot: Bot, ada: User, clock: time_machine.Traveller) -> None:
    """Sealed for all while the season is on; afterwards all of it is there and can be checked."""
    matches = [perform(match) for match in matches_of(bot)]
    season = Season.objects.get(number=1)
    secrets = {season.key, sealing.opened(season.key).hex()}.union(*(secrets_of(match) for match in matches))
    said = everybody(matches, ada)
    assert len(said) > 60
    for address, text in said.items():
        assert not [secret for secret in secrets if secret in text], address
    clock.move_to(season.ends_at)
    turn_seasons()
    client = client_of(ada)
    for match in matches:
        match.refresh_from_db()
        page = client.get(match.get_absolute_url()).content.decode()
        assert match.seed in page
        assert Season.objects.get(number=1).revealed_key in page
        assert client.get(f"{match.get_absolute_url()}seats/0/log").content == LOG
        replay = read(client.get(f"{match.get_absolute_url()}replay.athanor").content)
        assert verify(replay) is None
        assert fits(sealing.opened(season.key), bytes.fromhex(match.seed), replay.header)
    assert f"/matches/{matches[0].public_id}/" in Client().get("/ladders/alone/seasons/1/").content.decode()


def secrets_of(match: Match) -> set[str]:
    """Texts that stand nowhere by chance."""
    order_seed = epochs.seed_of_match(match)
    (seat,) = match.seats.all()
    assert match.replay
    assert match.chain
    assert seat.log
    return {order_seed, match.replay, match.chain, seat.log, LOG.decode().strip(), match.duplicate_set}


@pytest.mark.slow
def test_nothing_that_anybody_can_read_depends_on_how_a_match_of_an_incomplete_run_went(
    bot: Bot, ada: User, clock: time_machine.Traveller
) -> None:
    first, second, _third = matches_of(bot)
    world.play_alone(first)
    before = everybody([first, second], ada)
    outcomes: list[tuple[tuple[int, ...], dict[str, Any]]] = [
        ((0, 0, 0), {}),
        ((9, 18, 5), {"plies": 12, "worker": "another", "sandbox": "docker"}),
        ((8, 17, 0), {"reason": "round-limit", "plies": 400}),
        ((4, 9, 1), {"seats": (account(out="illegal", out_detail="here it comes: 0110", out_ply=3),)}),
        ((4, 9, 1), {"seats": (account(charged=9, slowest=8, cpu=7, memory=123_456_789, log=written()),)}),
    ]
    told_of: list[dict[str, str]] = []
    for progress, also in outcomes:
        with transaction.atomic():
            world.play_alone(second, progress, now=START + timedelta(seconds=len(told_of)), **also)
            assert Run.objects.get(bot=bot).played == 2
            told_of.append(everybody([first, second], ada))
            transaction.set_rollback(True)
    for other in told_of[1:]:
        assert other == told_of[0]
    changed = [address for address, text in told_of[0].items() if text != before[address]]
    assert changed, "that it was played is told"
    assert not [address for address in changed if second.public_id in address]


def account(**given: Any) -> SeatRecord:
    return SeatRecord(**({"answers": 5, "charged": 340, "slowest": 50, "startup": 80, "cpu": 300} | given))


def written() -> str:
    return blobs().put(b"what the dice will be")


def test_a_sealed_match_tells_who_plays_and_when_it_will_tell_more(
    bot: Bot, clock: time_machine.Traveller
) -> None:
    match = perform(matches_of(bot)[0])
    assert match.state == MatchState.FINISHED
    text = Client().get(match.get_absolute_url()).content.decode()
    assert "sealed until its season is over" in text
    assert "Mon 08 Mar 2027" in text
    document = Client().get(f"/api/v1/matches/{match.public_id}").json()
    assert (document["match"]["state"], document["match"]["season"], document["seed"]) == ("sealed", 1, "")
    assert [document["match"]["seats"][0][name] for name in ("rank", "score", "out")] == [None, None, ""]
    assert document["accounts"] == []
    for address in addresses_of(match):
        if "replay" in address:
            response = Client().get(address)
            assert response.status_code == 404, address
            assert "season" in response.content.decode()


def test_the_author_s_own_log_is_sealed_too(bot: Bot, ada: User) -> None:
    match = perform(matches_of(bot)[0])
    for address in (f"/matches/{match.public_id}/seats/0/log", f"/api/v1/matches/{match.public_id}/seats/0/log"):
        headers = {"Authorization": f"Bearer {world.token(ada)}"}
        response = client_of(ada).get(address, headers=headers)
        assert response.status_code == 404
        assert "sealed until" in response.content.decode()


def test_no_feed_shows_a_sealed_match_not_even_one_that_a_worker_wrote(
    bot: Bot, settings: Settings, tmp_path_factory: pytest.TempPathFactory
) -> None:
    match = matches_of(bot)[0]
    services.begin(token=world.attempt_of(match).token)
    order = world.dispatch_order(match)
    assert order.sealed, "a worker writes none"
    with valkey(tmp_path_factory.mktemp("valkey")) as url:
        settings.LIVE_URL = url
        publisher = Publisher(url)
        publisher.feed(order).tell(0, [{"laid": {"column": 0, "card": "dragon-tail"}}])
        publisher.close()
        said = Client().get(f"/matches/{match.public_id}/live.json").json()
        assert (said["state"], said["events"], said["header"], said["replay"]) == ("sealed", [], None, None)
        assert "when the season is over" in said["why"]
        assert Client().get("/matches/live.json").json()["match"] is None
        assert "data-feed" not in Client().get("/").content.decode()


def test_orders_of_other_ladders_and_challenges_are_not_sealed(db: None) -> None:
    (match,) = world.order([world.bot() for _ in range(3)])
    assert not world.dispatch_order(match).sealed


def test_a_match_that_came_to_nothing_is_sealed_as_well(bot: Bot, clock: time_machine.Traveller) -> None:
    match = matches_of(bot)[0]
    services.give_up(match=match, fault="the worker stalled", now=START)
    assert match.public_id not in Client().get("/matches/?state=void").content.decode()
    assert "stalled" not in Client().get(match.get_absolute_url()).content.decode()
    assert "stalled" not in Client().get(f"/matches/{match.public_id}/live.json").content.decode()


def test_the_key_is_told_when_the_season_is_over_and_not_a_moment_before(
    bot: Bot, clock: time_machine.Traveller
) -> None:
    for match in matches_of(bot):
        world.play_alone(match)
    season = Season.objects.get(number=1)
    key = sealing.opened(season.key).hex()
    clock.move_to(season.ends_at - timedelta(seconds=1))
    turn_seasons()
    assert key not in Client().get("/ladders/alone/").content.decode()
    assert Client().get("/api/v1/ladders/alone/seasons/1").json()["key"] == ""
    clock.move_to(season.ends_at)
    turn_seasons()
    assert key in Client().get("/ladders/alone/seasons/1/").content.decode()
    to_come, present, past = Client().get("/api/v1/ladders/alone/seasons").json()
    assert (past["key"], present["key"], to_come["key"]) == (key, "", "")
