"""The orders that a worker takes. See the package's theory of operation."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

from celery.exceptions import Reject
from celery.signals import worker_ready

from arena.orders.documents import BadDocument, CheckOrder, MatchOrder, Record, read, sign
from arena.orders.queues import (
    ATTEMPT_STARTED,
    CHECK_BUNDLE,
    PLAY_MATCH,
    SETTLE_CHECK,
    SETTLE_MATCH,
    SITE_QUEUE,
)
from arena.worker.celery import app, given
from arena.worker.checks import check
from arena.worker.claims import Claims
from arena.worker.farm import Farm, farm
from arena.worker.matches import play
from arena.worker.words import heard_of

OrderT = TypeVar("OrderT", MatchOrder, CheckOrder)

WORDS_A_LEASE = 4
"""How often the site hears of an order that is being worked at, while it would wait for one word."""
PAUSE = 1.0
"""Seconds before an order that could not be served is given back."""

log = logging.getLogger(__name__)


@app.task(name=PLAY_MATCH)
def play_match(document: Any) -> None:
    _serve(MatchOrder, document, play)


@app.task(name=CHECK_BUNDLE)
def check_bundle(document: Any) -> None:
    _serve(CheckOrder, document, check)


def _serve(kind: type[OrderT], document: Any, work: Callable[[OrderT, Farm], Awaitable[Record]]) -> None:
    try:
        order = read(kind, document)
    except BadDocument as problem:
        # Nobody can be told: an order that cannot be read has no token. The site's sweeper notices.
        log.error("an order was dropped: %s", problem)
        return
    if time.time() > order.deadline:
        log.warning("attempt %s came after its deadline and was dropped", order.token)
        return
    try:
        with farm().claims.held(order.token) as mine:
            if mine:
                _play_once(order, farm(), work)
            else:
                log.info("attempt %s is being played here already", order.token)
    except Exception:
        # The broker that does not take the record, a disk that is full: an order is not acknowledged by failing.
        log.exception("attempt %s goes back to the queue", order.token)
        time.sleep(PAUSE)
        raise Reject(requeue=True) from None


def _play_once(order: OrderT, here: Farm, work: Callable[[OrderT, Farm], Awaitable[Record]]) -> None:
    signed = here.claims.record(order.token)
    if signed is None:
        _send(ATTEMPT_STARTED, order.token)
        say, every = partial(_send, ATTEMPT_STARTED, order.token), here.settings.lease / WORDS_A_LEASE
        signed = sign(here.loop.run(heard_of(work(order, here), say, every)), here.settings.key)
        here.claims.keep(order.token, signed)
    _send_record(signed)
    for earlier in here.due_again():
        _send_record(earlier)
    here.sent.append((time.monotonic(), signed))


@worker_ready.connect
def send_again(**_: Any) -> None:
    """In the parent: the records of an earlier life of this worker, of which some may not have arrived."""
    for signed in Claims(given.state / "claims").latest():
        _send_record(signed)


def _send_record(signed: dict[str, Any]) -> None:
    _send(SETTLE_MATCH if "match" in signed["body"] else SETTLE_CHECK, signed)


def _send(task: str, argument: Any) -> None:
    app.send_task(task, args=[argument], queue=SITE_QUEUE)
