"""What is told comes out, in order, whatever is played again; and nothing else does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import redis

from arena.games.registry import game_named
from arena.house.catalogue import house_bots
from arena.live.feed import LINGER, MOST_EVENTS, Reader, Reading, header_key, reader, redis_client_url
from arena.live.publishing import Publisher
from arena.referee.asking import Ask
from arena.referee.conduct import Answer, Reply
from arena.referee.driver import Finished, referee
from arena.referee.inprocess import InProcessPlayer, functions_of
from arena.replay.file import read
from athanorpb.farm.values import LiveEvent
from tests.arena.live.conftest import all_is_written, order
from tests.arena.referee.sealed import SealedBids
from tests.arena.referee.test_driver import Scripted
from tests.waiting import other_tasks_run, reached, until

POISON = game_named("poison")


def found_once(server: str, enough: Callable[[Reading], bool], match: str = "m1", **since: Any) -> Reading:
    """What a reader finds as soon as it is enough."""

    def found() -> Reading | None:
        reading = reader(server).read(match, **since)
        return reading if reading is not None and enough(reading) else None

    reading = until(found, f"enough of the feed of {match}")
    assert reading is not None
    return reading


def everything(server: str) -> str:
    """All that lies in the server, as one text."""
    with redis.Redis.from_url(server, decode_responses=True, encoding_errors="replace") as client:
        keys: Any = client.keys("*")
        return "\n".join(
            f"{key} {client.lrange(key, 0, -1) if client.type(key) == 'list' else client.get(key)}"
            for key in sorted(keys)
        )


def test_events_come_in_order_and_from_where_a_reader_was(server: str, publisher: Publisher) -> None:
    feed = publisher.feed(order())
    feed.tell(0, [{"dealt": {"round": 0}}])
    feed.tell(1, [{"played": {"seat": 0}}, {"drew": {"seat": 0}}])
    whole = found_once(server, lambda found: len(found.events) == 3)
    assert whole.events == [
        LiveEvent(0, {"dealt": {"round": 0}}),
        LiveEvent(1, {"played": {"seat": 0}}),
        LiveEvent(1, {"drew": {"seat": 0}}),
    ]
    assert whole.header.game == "poison"
    assert [seat.bot for seat in whole.header.seats] == ["author/bot0", "author/bot1", "author/bot2"]
    feed.tell(2, [{"played": {"seat": 1}}])
    rest = found_once(server, lambda found: bool(found.events), run=feed.run, after=3)
    assert (rest.after, rest.events) == (3, [LiveEvent(2, {"played": {"seat": 1}})])


def test_a_match_that_is_played_again_begins_again_for_its_readers(server: str, publisher: Publisher) -> None:
    torn = publisher.feed(order())
    torn.tell(0, [{"dealt": {}}])
    found_once(server, lambda found: len(found.events) == 1)
    again = publisher.feed(order())
    again.tell(0, [{"dealt": {}}])
    torn.tell(1, [{"played": {}}])
    found = found_once(server, lambda found: found.header.run == again.run, run=torn.run, after=1)
    assert (found.after, found.events) == (0, [LiveEvent(0, {"dealt": {}})])


def test_a_feed_is_bounded_and_goes_away(server: str, publisher: Publisher) -> None:
    feed = publisher.feed(order())
    for ply in range(MOST_EVENTS // 100 + 5):
        feed.tell(ply, [{"played": {}}] * 100)
    feed.close()
    with redis.Redis.from_url(server) as client:
        until(lambda: 0 < client.ttl(header_key("m1")) <= LINGER, "a feed that goes away")
        (events,) = client.keys("athanor:live:m1:*")
        assert client.llen(events) == MOST_EVENTS
        assert 0 < client.ttl(events) <= LINGER


def test_which_matches_have_one(server: str, publisher: Publisher) -> None:
    publisher.feed(order("m2"))
    found_once(server, lambda found: True, match="m2")
    assert reader(server).there(["m1", "m2", "m3"]) == ["m2"]
    assert reader(server).read("m1") is None


async def test_a_whole_match_is_its_replays_public_events(server: str, publisher: Publisher) -> None:
    paths = [house_bots("poison")[name] for name in ("random", "greedy", "random")]
    feed = publisher.feed(order())
    finished = await referee(
        order(), POISON, [InProcessPlayer(functions_of(path)) for path in paths], sink=feed.tell
    )
    assert isinstance(finished, Finished)
    public = [LiveEvent(told.ply, told.event) for told in read(finished.replay).events if told.to is None]
    assert found_once(server, lambda found: len(found.events) >= len(public)).events == public


async def test_no_hidden_card_no_seed_and_no_bundle_is_in_the_feed_at_any_time(
    server: str, publisher: Publisher
) -> None:
    """G8: whoever reads all of the server after every move finds nothing that was told to one seat alone."""
    dumps: list[str] = []

    class Watching(InProcessPlayer):
        async def ask(self, ask: Ask) -> Reply:
            if ask.number % 9 == 0:
                await all_is_written(server, publisher)
                dumps.append(everything(server))
            return await super().ask(ask)

    players = [Watching(functions_of(house_bots("poison")["random"])) for _ in range(3)]
    given = order(options={"variant": "draw-five"})
    feed = publisher.feed(given)
    finished = await referee(given, POISON, players, sink=feed.tell)
    await all_is_written(server, publisher)
    dumps.append(everything(server))
    assert isinstance(finished, Finished)
    assert len(dumps) > 5
    assert '"played"' in dumps[-1]
    replay = read(finished.replay)
    private = {next(iter(event)) for _, to, event in replay.events if to is not None}
    assert private == {"hand", "got"}
    secrets = [given.seed, given.attempt.token, *(seat.bundle for seat in given.seats)]
    secrets += [f'"{kind}"' for kind in private]
    for dump in dumps:
        assert [secret for secret in secrets if secret in dump] == []


@pytest.mark.parametrize("number", [0, 3])
async def test_what_is_sealed_changes_nothing_in_the_feed(server: str, publisher: Publisher, number: int) -> None:
    """Two seats answer at once; until both have, the feed is the same whatever the first has bid."""
    bids: list[int] = []
    seen: list[str] = []
    feed = publisher.feed(order("m9", seats=2))

    def first(ask: Ask) -> Reply:
        bids.append(number)
        return Answer(ask.number, number)

    class Second(Scripted):
        async def ask(self, ask: Ask) -> Reply:
            if not seen:
                await reached(lambda: bids, "the bid of the other seat")
                await other_tasks_run()
                await all_is_written(server, publisher)
                seen.append(everything(server).replace(feed.run, "RUN"))
                assert bids == [number]
            return Answer(ask.number, 1)

    players = [Scripted(first), Second(first)]
    finished = await referee(order("m9", seats=2), SealedBids(), players, sink=feed.tell)
    assert isinstance(finished, Finished)
    (dump,) = seen
    assert dump.startswith("athanor:live:m9 ")
    assert "RUN" in dump
    assert "m9:" not in dump.replace("m9:RUN []", "")
    assert "number" not in dump


@pytest.mark.parametrize(
    ("broker", "client"),
    [
        ("redis://host:6379/0", "redis://host:6379/0"),
        ("redis+socket:///data/valkey.sock", "unix:///data/valkey.sock"),
        ("amqp://guest@host//", ""),
        ("memory://", ""),
        ("none", ""),
    ],
)
def test_a_broker_that_is_redis_is_one_for_the_feed_too(broker: str, client: str) -> None:
    assert redis_client_url(broker) == client


def test_a_reader_is_made_once_a_server(server: str) -> None:
    assert isinstance(reader(server), Reader)
    assert reader(server) is reader(server)
