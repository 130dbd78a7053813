from __future__ import annotations

import logging

from celery import shared_task
from django.utils import timezone

from athanor.ladders import matchmaker, seasons

log = logging.getLogger(__name__)


@shared_task(name="site.matchmake")
def matchmake() -> None:
    ordered = matchmaker.matchmake()
    if ordered:
        log.info("ordered %d matches", ordered)


@shared_task(name="site.turn_seasons")
def turn_seasons() -> None:
    now = timezone.now()
    begun, revealed = seasons.turn(now=now), seasons.reveal(now=now)
    if begun or revealed:
        log.info("seasons: %d begun, %d revealed", begun, revealed)
