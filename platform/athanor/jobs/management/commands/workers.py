"""The arena workers that are there, and what waits for others."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from athanor.jobs import workers


class Command(BaseCommand):
    help = (
        "List the arena workers that have reported themselves lately, with the isolation level of their sandboxes,"
        " and say which matches wait because no worker has the level that they require."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        rows = workers.living(now=now)
        for row in rows:
            sandbox = f"{row.sandbox}, {row.container_runtime}" if row.container_runtime else row.sandbox
            ago = f"{(now - row.heard_at).total_seconds():.0f} s ago"
            self.stdout.write(f"{row.name:24} {row.isolation:8} {sandbox:16} host {row.host}  heard {ago}")
        if not rows:
            minutes = workers.LASTS.seconds // 60
            self.stdout.write(f"no worker has reported itself within {minutes} minutes: is one running?")
        for each in workers.unserved(now=now):
            self.stdout.write(each.sentence)
