from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from athanor.notices import services


@shared_task(name="site.forget_notices")
def forget_notices() -> None:
    services.forget(now=timezone.now())
