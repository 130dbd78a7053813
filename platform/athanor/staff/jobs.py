from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from athanor.jobs.models import Attempt, Job, Worker
from athanor.matches.models import IS_SEALED, Match
from athanor.staff.admin_site import Inline, Shown, site


class Attempts(Inline):
    model = Attempt
    fields = ("number", "state", "worker", "reason", "sent_at", "started_at", "deadline", "closed_at", "alone")
    ordering = ("number",)


@admin.register(Job, site=site)
class Jobs(Shown):
    """Staff are authors too: the job of a match that is sealed is not shown to them either."""

    list_display = ("id", "kind", "match", "upload", "queue", "state", "ordered_at", "ended_at")
    list_filter = ("kind", "state", "queue", "ordered_at")
    list_select_related = ("match", "version__bot__owner")
    search_fields = ("=match__public_id", "=version__bot__slug")
    ordering = ("-id",)
    fields = ("kind", "match", "version", "queue", "state", "ordered_at", "ended_at")
    inlines = (Attempts,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(match__in=Match.objects.filter(IS_SEALED))

    @admin.display(ordering="match")
    def match(self, job: Job) -> str:
        return str(getattr(job, "match", "-"))

    @admin.display(ordering="version")
    def upload(self, job: Job) -> str:
        version = job.version
        return f"{version.bot.owner.username}/{version.bot.slug}@{version.number}" if version else "-"


@admin.register(Worker, site=site)
class Workers(Shown):
    list_display = ("name", "sandbox", "container_runtime", "isolation", "heard_at")
    list_filter = ("isolation", "sandbox")
    search_fields = ("name",)
    ordering = ("-heard_at",)
    fields = ("name", "host", "sandbox", "container_runtime", "isolation", "heard_at")
