from __future__ import annotations

import logging
from typing import Any

from celery import shared_task
from django.utils import timezone

from athanor.tournaments import pairing_jobs, schedule, wakeups

log = logging.getLogger(__name__)


@shared_task(name="site.turn_tournaments")
def turn_tournaments() -> None:
    turned = schedule.turn(now=timezone.now())
    if turned.opened or turned.moved:
        log.info("tournaments: %d editions opened, %d moved on", turned.opened, turned.moved)


@shared_task(name=wakeups.ADVANCE)
def advance_tournaments(_: Any = None) -> None:
    schedule.sweep(now=timezone.now())


@shared_task(name=pairing_jobs.PAIR)
def pair_tournament(wish: Any) -> bool:
    """Of the queue `pairing`: may take a minute."""
    return pairing_jobs.pair(token=wish["token"])
