from __future__ import annotations

import logging

from celery import shared_task
from django.utils import timezone

from athanor.replays import retention

log = logging.getLogger(__name__)


@shared_task(name="site.keep_storage")
def keep_storage() -> None:
    done = retention.keep_storage(now=timezone.now())
    if any(done.values()):
        log.info("storage: %s", ", ".join(f"{count} {what}" for what, count in done.items() if count))
