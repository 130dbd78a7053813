"""What the workers' records of checks start."""

from __future__ import annotations

import logging
from typing import Any

from celery import shared_task
from django.db import OperationalError

from arena.orders.queues import SETTLE_CHECK
from athanor.bots import checking

log = logging.getLogger(__name__)


@shared_task(
    name=SETTLE_CHECK, autoretry_for=(OperationalError,), retry_backoff=1, retry_backoff_max=30, max_retries=None
)
def settle_check(signed: Any) -> str:
    verdict = checking.settle(signed=signed)
    log.info("a check record was settled: %s", verdict.name)
    return verdict.name
