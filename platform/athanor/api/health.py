"""Whether the site answers, and how busy it is."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router

from athanor.api import shapes
from athanor.jobs import workers
from athanor.matches import beacon, tallies

router = Router(tags=["health"])


@router.get("/health", response=shapes.Health, summary="Answers when the site and its database do")
def health(request: HttpRequest) -> Any:
    now = timezone.now()
    queue = tallies.queue(now=now)
    return {
        "status": "ok",
        "ordered": queue.ordered,
        "running": queue.running,
        "per_hour": queue.per_hour,
        "beacon": beacon.status(now=now),
        "workers": workers.living(now=now),
    }
