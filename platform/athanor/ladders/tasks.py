from __future__ import annotations

import logging

from celery import shared_task

from athanor.ladders import matchmaker

log = logging.getLogger(__name__)


@shared_task(name="site.matchmake")
def matchmake() -> None:
    ordered = matchmaker.matchmake()
    if ordered:
        log.info("ordered %d matches", ordered)
