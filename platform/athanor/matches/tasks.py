"""What the workers' messages and the schedule start. Every task may run twice, and late."""

from __future__ import annotations

import logging
from typing import Any

from celery import shared_task
from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from arena.orders.envelopes import verified
from arena.orders.queues import HEARTBEAT, SETTLE_MATCH, WORKER_IS_HERE
from athanor.bots import checking
from athanor.matches import beacon, epochs, services, sweeping, transparency_log, workers
from athanorpb.farm.codec import BadMessage
from athanorpb.farm.values import Heartbeat

log = logging.getLogger(__name__)

AGAIN = {"autoretry_for": (OperationalError,), "retry_backoff": 1, "retry_backoff_max": 30, "max_retries": None}
"""The database may be away or busy: the same record is settled later; by its token at most once."""


@shared_task(name=SETTLE_MATCH, **AGAIN)
def settle_match(signed: Any) -> str:
    settlement = services.settle(signed=signed)
    log.info("a match record was settled: %s", settlement.name, extra={"settlement": settlement.name})
    return settlement.name


@shared_task(name=HEARTBEAT, **AGAIN)
def heartbeat(signed: Any) -> bool:
    """Of a match or of a check: the token says which. False: it is no news."""
    try:
        said = verified(Heartbeat, signed, settings.RECORD_KEY)
    except BadMessage as error:
        log.warning("a heartbeat was not taken: %s", error)
        return False
    token = said.attempt.token
    if said.state == "waiting":
        return services.wait(token=token) or checking.wait(token=token)
    return services.begin(token=token) or checking.begin(token=token)


@shared_task(name=WORKER_IS_HERE, **AGAIN)
def worker_is_here(signed: Any) -> bool:
    return workers.report(signed=signed, now=timezone.now())


@shared_task(name="site.sweep")
def sweep() -> None:
    now = timezone.now()
    is_attended = bool(workers.living(now=now))
    for swept in (checking.sweep(now=now, is_attended=is_attended), sweeping.sweep(now=now)):
        if swept.sent or swept.overdue or swept.forsaken:
            log.info("swept: %s", swept)


@shared_task(name="site.turn_epochs")
def turn_epochs() -> None:
    now = timezone.now()
    epochs.ensure(now=now)
    epochs.reveal(now=now)
    transparency_log.turn(now=now)


@shared_task(name="site.read_beacon")
def read_beacon() -> None:
    beacon.read_due(now=timezone.now())
