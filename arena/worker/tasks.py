"""The orders that a worker takes. See the package's theory of operation."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import CancelledError
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any, TypeVar

from celery.exceptions import Reject
from celery.signals import worker_ready

from arena.orders.envelopes import Record, record_in, sign, unpacked
from arena.orders.lanes import Lane, lane_of
from arena.orders.queues import (
    CHECK_BUNDLE,
    HEARTBEAT,
    PLAY_MATCH,
    SETTLE_CHECK,
    SETTLE_MATCH,
    SITE_QUEUE,
    WAITS_EVERY,
    WORKER_IS_HERE,
)
from arena.worker.celery import app, given
from arena.worker.checks import check, is_to_build
from arena.worker.claims import Claims
from arena.worker.farm import Farm, farm
from arena.worker.gate import Full
from arena.worker.heartbeat import sent, with_heartbeat
from arena.worker.matches import play
from arena.worker.registration import keep_reporting
from arena.worker.table import TooWeak
from athanor_contract.limits.sandbox import BUILD_LIMITS, Limits
from athanorpb.farm.codec import BadMessage
from athanorpb.farm.values import CheckOrder, Heartbeat, MatchOrder, MatchRecord


class ForOthers(Exception):
    """An order that is to be played by another worker, and why."""


OrderT = TypeVar("OrderT", MatchOrder, CheckOrder)

HEARTBEATS_A_LEASE = 4
"""How many the site gets of an order that is being worked at, while it would wait for one."""
PAUSE = 1.0
"""Seconds before an order that could not be served is given back."""

log = logging.getLogger(__name__)


@app.task(name=PLAY_MATCH, bind=True)
def play_match(self: Any, document: Any) -> None:
    # From a site of before there were lanes it comes by another queue.
    _serve(MatchOrder, document, play, lane_of(self.request.delivery_info["routing_key"]) or Lane.LADDERS)


@app.task(name=CHECK_BUNDLE)
def check_bundle(document: Any) -> None:
    _serve(CheckOrder, document, check, Lane.CHECKS)


def _serve(
    kind: type[OrderT], document: Any, work: Callable[[OrderT, Farm], Awaitable[Record]], lane: Lane
) -> None:
    try:
        order = unpacked(kind, document)
    except BadMessage as problem:
        _leave_to_others(document, problem)
        return
    if time.time() > order.deadline:
        log.warning("attempt %s came after its deadline and was dropped", order.attempt.token)
        return
    here = farm()
    try:
        with here.claims.held(order.attempt.token) as mine:
            if mine:
                _take(order, here, work, lane)
            else:
                log.info("attempt %s is being played here already", order.attempt.token)
    except Full:
        log.info("attempt %s goes back to the queue: this worker has no room for it", order.attempt.token)
        # Not at once: the broker might give it back to this worker.
        here.ending.wait(PAUSE)
        raise Reject(requeue=True) from None
    except (ForOthers, TooWeak) as reason:
        if isinstance(reason, TooWeak):
            here.weaken(reason.found)
        log.warning("attempt %s goes back to the queue, for another worker: %s", order.attempt.token, reason)
        here.ending.wait(PAUSE)
        raise Reject(requeue=True) from None
    except CancelledError:
        log.info("attempt %s goes back to the queue: this worker ends", order.attempt.token)
        raise Reject(requeue=True) from None
    except Exception:
        # The broker that does not take the record, a disk that is full: an order is not acknowledged by failing.
        log.exception("attempt %s goes back to the queue", order.attempt.token)
        here.ending.wait(PAUSE)
        raise Reject(requeue=True) from None


def _leave_to_others(document: Any, problem: BadMessage) -> None:
    """An order that this worker does not understand, as of a newer site. It is not put back: it would come here
    again, before those that can be played. The site's sweeper sees that no worker has it, and sends it anew."""
    token = document.get("token") if isinstance(document, dict) else None
    if not isinstance(token, str):
        log.error("a message was dropped that is no order: %s", problem)
    elif farm().is_news(str(problem)):
        log.error(
            "attempt %s, and every one like it, is left to other workers: this one does not understand the order"
            " (%s). Site and workers are to be of one version; the site sends the order again within a minute",
            token,
            problem,
        )


def _take(order: OrderT, here: Farm, work: Callable[[OrderT, Farm], Awaitable[Record]], lane: Lane) -> None:
    if here.claims.was_given_up(order.attempt.token):
        # The site opens another attempt, a few times at most.
        log.error("attempt %s was in play when its worker hung, and was dropped", order.attempt.token)
        return
    if not here.places[lane].acquire(blocking=False):
        raise Full
    try:
        _play_once(order, here, work, lane)
    finally:
        here.places[lane].release()


def _play_once(order: OrderT, here: Farm, work: Callable[[OrderT, Farm], Awaitable[Record]], lane: Lane) -> None:
    signed = here.claims.record(order.attempt.token)
    if signed is None:
        if isinstance(order, MatchOrder):
            _check_whose(order, here)
        record = here.loop.run(_worked_at(order, here, work, lane))
        if record is None:
            log.warning("attempt %s came to its turn after its deadline and was dropped", order.attempt.token)
            return
        signed = sign(record, here.settings.key)
        here.claims.keep(order.attempt.token, signed)
        if isinstance(order, MatchOrder) and order.set_id:
            here.ended_sets.note(order.set_id)
    _send_record(signed)
    for earlier in here.was_sent(signed):
        _send_record(earlier)


def _check_whose(order: MatchOrder, here: Farm) -> None:
    """Raises TooWeak and ForOthers: it is not for this worker, or not yet."""
    if not here.isolation.reaches(order.least_isolation):
        raise TooWeak(here.isolation, order.least_isolation)
    if here.ended_sets.is_for_others(order):
        raise ForOthers(f"a match of the set {order.set_id} has ended on this host, and there are others")


async def _worked_at(
    order: OrderT, here: Farm, work: Callable[[OrderT, Farm], Awaitable[Record]], lane: Lane
) -> Record | None:
    """Once it is its turn; None: that came too late."""
    async with contextlib.AsyncExitStack() as passed:
        waits = partial(_beat, here, Heartbeat(order.attempt, "waiting"))
        if isinstance(order, CheckOrder) and await is_to_build(order, here):
            place = passed.enter_async_context(here.build_places.taken(order.attempt.token))
            await with_heartbeat(place, waits, WAITS_EVERY)
        turn = passed.enter_async_context(_passed(order, here, lane))
        await with_heartbeat(turn, waits, WAITS_EVERY)
        if time.time() > order.deadline:
            return None
        here.in_play.add(order.attempt.token)
        try:
            works = partial(_beat, here, Heartbeat(order.attempt, "working"))
            await sent(works)
            return await with_heartbeat(work(order, here), works, here.settings.lease / HEARTBEATS_A_LEASE)
        finally:
            here.in_play.discard(order.attempt.token)


def _beat(here: Farm, heartbeat: Heartbeat) -> None:
    _send(HEARTBEAT, sign(heartbeat, here.settings.key))


def _passed(order: MatchOrder | CheckOrder, here: Farm, lane: Lane) -> AbstractAsyncContextManager[None]:
    if isinstance(order, CheckOrder):
        return here.gate.passed(lane, _memory(order))
    return here.gate.passed(lane, _memory(order), set_id=order.set_id, alone=order.alone)


def _memory(order: MatchOrder | CheckOrder) -> int:
    """Bytes that its sandboxes may use at most; what an upload is checked in may use less than its build."""
    if isinstance(order, CheckOrder):
        return BUILD_LIMITS.memory
    return len(order.seats) * Limits().memory


@worker_ready.connect
def register(**_: Any) -> None:
    here = farm()
    log.info("sandboxes here: %s, isolation level %s", here.driver.name, here.isolation)
    keep_reporting(here, lambda report: _send(WORKER_IS_HERE, sign(report, here.settings.key)))


@worker_ready.connect
def send_again(**_: Any) -> None:
    """The records of an earlier life of this worker, of which some may not have arrived."""
    for signed in Claims(given.state / "claims").latest():
        _send_record(signed)


def _send_record(signed: dict[str, Any]) -> None:
    _send(SETTLE_MATCH if isinstance(record_in(signed), MatchRecord) else SETTLE_CHECK, signed)


def _send(task: str, argument: Any) -> None:
    app.send_task(task, args=[argument], queue=SITE_QUEUE)
