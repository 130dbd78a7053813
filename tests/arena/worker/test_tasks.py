"""A worker with its broker: orders in, signed records out, whatever is delivered twice, late or torn."""

from __future__ import annotations

import base64
import signal
from collections.abc import Iterator

import pytest

from arena.orders import broker
from arena.orders.envelopes import packed, verified
from arena.orders.queues import (
    ARENA_QUEUE,
    CHECK_BUNDLE,
    HEARTBEAT,
    PLAY_MATCH,
    SETTLE_CHECK,
    SETTLE_MATCH,
    WORKER_IS_HERE,
)
from athanorpb.farm.codec import encoded
from athanorpb.farm.values import CheckRecord, MatchRecord
from tests.arena.worker.conftest import KEY, check_order, match_order
from tests.arena.worker.running import Arena, running
from tests.waiting import until

pytestmark = pytest.mark.slow

LONG_AGO = 1.0
FIELD_99 = b"\x98\x06\x01"
"""A number, as a newer version may have added one to any message."""
SLOW = b"import time\ndef choose(ask):\n    time.sleep(0.1)\n    return 0\n"
"""Longer than a worker that is told to end gives a match, and than three of its words."""


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    """One for all tests of this file: each leaves it with broker and worker running."""
    with running(tmp_path_factory.mktemp("arena")) as here:
        yield here


def test_an_order_comes_back_as_a_signed_record(arena: Arena) -> None:
    order = match_order(arena.bundle(), arena.bundle(), token="plain")
    arena.send(PLAY_MATCH, packed(order))
    name, signed = arena.record("plain")
    of_the_order = [name for name, _ in arena.received if name != WORKER_IS_HERE]
    assert of_the_order[0] == HEARTBEAT
    assert set(arena.heartbeats) == {("plain", "working")}
    assert name == SETTLE_MATCH
    record = verified(MatchRecord, signed, KEY)
    assert (record.outcome, record.match, record.attempt) == ("finished", order.match, order.attempt)
    assert arena.store.has(record.replay)


def test_an_order_of_a_site_that_knows_no_lanes_is_played(arena: Arena) -> None:
    order = match_order(arena.bundle(), arena.bundle(), token="old")
    arena.send(PLAY_MATCH, packed(order), ARENA_QUEUE)
    arena.finished("old")


def test_a_check_comes_back_as_a_signed_record(arena: Arena) -> None:
    arena.send(CHECK_BUNDLE, packed(check_order(arena.bundle(), token="check")))
    name, signed = arena.record("check")
    assert name == SETTLE_CHECK
    assert verified(CheckRecord, signed, KEY).outcome == "accepted"


def test_a_second_delivery_sends_the_same_record_again(arena: Arena) -> None:
    order = packed(match_order(arena.bundle(), arena.bundle(), token="twice"))
    arena.send(PLAY_MATCH, order)
    first = arena.record("twice")
    said = arena.started("twice")
    arena.send(PLAY_MATCH, order)
    assert arena.record("twice", 2) == first
    assert arena.started("twice") == said, "it is not played again"


def test_a_worker_that_starts_again_sends_its_last_records_again(arena: Arena) -> None:
    """The site may have been killed while it read them."""
    arena.send(PLAY_MATCH, packed(match_order(arena.bundle(), arena.bundle(), token="last")))
    first = arena.record("last")
    arena.end(signal.SIGKILL)
    arena.start()
    assert arena.record("last", 2) == first


def test_an_order_past_its_deadline_and_one_that_is_none_are_dropped(arena: Arena) -> None:
    late = match_order(arena.bundle(), arena.bundle(), deadline=LONG_AGO, token="late")
    arena.send(PLAY_MATCH, packed(late))
    arena.send(PLAY_MATCH, {"match": "half an order"})
    arena.send(PLAY_MATCH, packed(match_order(arena.bundle(), arena.bundle(), token="after them")))
    arena.finished("after them")
    assert (arena.records("late"), arena.started("late")) == ([], 0)


def test_an_order_that_only_a_newer_worker_understands_is_left_to_it_and_that_is_said_once(arena: Arena) -> None:
    for token in ("newer 1", "newer 2"):
        newer = encoded(match_order(arena.bundle(), arena.bundle(), token=token)) + FIELD_99
        arena.send(PLAY_MATCH, {"token": token, "order": base64.b64encode(newer).decode()})
    arena.send(PLAY_MATCH, packed(match_order(arena.bundle(), arena.bundle(), token="of this version")))
    arena.finished("of this version")
    (line,) = [line for line in arena.log().splitlines() if "does not understand the order" in line]
    assert "attempt newer " in line
    assert "(not a MatchOrder: it has fields that this version does not know)" in line
    assert "Site and workers are to be of one version; the site sends the order again" in line


def test_the_site_hears_while_a_match_is_played_that_it_goes_on(arena: Arena) -> None:
    arena.send(PLAY_MATCH, packed(match_order(arena.bundle(SLOW), arena.bundle(), token="slow")))
    arena.finished("slow")
    assert arena.started("slow") > 4
    record = arena.received.index(arena.records("slow")[0])
    assert HEARTBEAT not in [name for name, _ in arena.received[record:]]


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_an_order_outlives_its_worker(arena: Arena, by: int) -> None:
    with arena.held_in_play(f"outlives {by}", arena.bundle(SLOW), arena.bundle()) as token:
        if by == signal.SIGKILL:
            arena.end(by)
    if by == signal.SIGTERM:
        # What is told to end must be able to.
        arena.end(by)
    assert arena.claims.record(token) is None, "it was in play"
    arena.start()
    arena.finished(token)


def test_a_worker_that_is_killed_while_it_puts_orders_back_holds_up_none(arena: Arena) -> None:
    with arena.held_in_play("swept", arena.bundle(SLOW), arena.bundle()) as token:
        arena.end(signal.SIGKILL)
        told = broker.settings(arena.url)["broker_transport_options"]
        with arena.redis() as client:
            client.delete("unacked_mutex")
            assert client.lock("unacked_mutex", timeout=told.get("unacked_mutex_expire", 300)).acquire(
                blocking=False
            )
    arena.start()
    arena.finished(token)


def test_a_broker_that_breaks_down_in_a_match_costs_nothing(arena: Arena) -> None:
    with arena.held_in_play("broken", arena.bundle(), arena.bundle()) as token:
        arena.break_down()
    until(lambda: arena.claims.record(token), "the match's record, which nobody is there to take")
    arena.serve()
    arena.finished(token)
