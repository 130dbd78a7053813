"""What the schedule starts for matches. Every task may run twice, and late."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from athanor.matches import beacon, epochs, transparency_log


@shared_task(name="site.turn_epochs")
def turn_epochs() -> None:
    now = timezone.now()
    epochs.ensure(now=now)
    epochs.reveal(now=now)
    transparency_log.turn(now=now)


@shared_task(name="site.read_beacon")
def read_beacon() -> None:
    beacon.read_due(now=timezone.now())
