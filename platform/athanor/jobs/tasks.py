"""What the workers' messages and the schedule start. Every task may run twice, and late."""

from __future__ import annotations

import logging
from typing import Any, Final

from celery import shared_task
from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from arena.orders.envelopes import verified
from arena.orders.queues import HEARTBEAT, SETTLE_CHECK, SETTLE_MATCH, WORKER_IS_HERE
from athanor.jobs import services, sweeping, workers
from athanor.jobs.models import Kind
from athanorpb.farm.codec import BadMessage
from athanorpb.farm.values import Heartbeat

log = logging.getLogger(__name__)

AGAIN: Final[dict[str, Any]] = {
    "autoretry_for": (OperationalError,),
    "retry_backoff": 1,
    "retry_backoff_max": 30,
    "max_retries": None,
}
"""The database may be away or busy: the same record is settled later; by its token at most once."""


@shared_task(name=SETTLE_MATCH, **AGAIN)
def settle_match(signed: Any) -> str:
    return _settle(Kind.MATCH, signed)


@shared_task(name=SETTLE_CHECK, **AGAIN)
def settle_check(signed: Any) -> str:
    return _settle(Kind.CHECK, signed)


def _settle(kind: Kind, signed: Any) -> str:
    settlement = services.settle(kind=kind, signed=signed)
    log.info("a %s record was settled: %s", kind, settlement.name, extra={"settlement": settlement.name})
    return settlement.name


@shared_task(name=HEARTBEAT, **AGAIN)
def heartbeat(signed: Any) -> bool:
    """Of whatever kind of job: the token says which attempt. False: it is no news."""
    try:
        said = verified(Heartbeat, signed, settings.RECORD_KEY)
    except BadMessage as error:
        log.warning("a heartbeat was not taken: %s", error)
        return False
    react = services.wait if said.state == "waiting" else services.begin
    return react(token=said.attempt.token)


@shared_task(name=WORKER_IS_HERE, **AGAIN)
def worker_is_here(signed: Any) -> bool:
    return workers.report(signed=signed, now=timezone.now())


@shared_task(name="site.sweep")
def sweep() -> None:
    swept = sweeping.sweep()
    if swept.sent or swept.overdue or swept.forsaken:
        log.info("swept: %s", swept)
