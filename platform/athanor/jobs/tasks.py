"""What the workers' messages and the schedule start. Every task may run twice, and late."""

from __future__ import annotations

import logging
from typing import Any, Final

from celery import shared_task
from django.db import OperationalError
from django.utils import timezone

from arena.orders.queues import ATTEMPT_STARTED, ATTEMPT_WAITS, SETTLE_CHECK, SETTLE_MATCH, WORKER_IS_HERE
from athanor.jobs import services, sweeping, workers
from athanor.jobs.models import Kind

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


@shared_task(name=ATTEMPT_STARTED, **AGAIN)
def attempt_started(token: str) -> bool:
    return services.begin(token=token)


@shared_task(name=ATTEMPT_WAITS, **AGAIN)
def attempt_waits(token: str) -> bool:
    return services.wait(token=token)


@shared_task(name=WORKER_IS_HERE, **AGAIN)
def worker_is_here(signed: Any) -> bool:
    return workers.report(signed=signed, now=timezone.now())


@shared_task(name="site.sweep")
def sweep() -> None:
    swept = sweeping.sweep()
    if swept.sent or swept.overdue or swept.forsaken:
        log.info("swept: %s", swept)
