from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from athanor.matches.models import IS_SEALED, Match, Seat
from athanor.staff.admin_site import Inline, Shown, site


class Seats(Inline):
    model = Seat
    fields = (
        "seat",
        "bot",
        "version",
        "rank",
        "score",
        "out",
        "out_detail",
        "strikes",
        "charged",
        "slowest",
        "cpu",
    )
    ordering = ("seat",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("bot", "version")


@admin.register(Match, site=site)
class Matches(Shown):
    """Staff are authors too: what is sealed is not told to them either."""

    list_display = (
        "public_id",
        "game",
        "purpose",
        "ladder",
        "state",
        "reason",
        "ordered_at",
        "ended_at",
        "worker",
    )
    list_filter = ("state", "purpose", "game", "ladder", "isolation", "ordered_at")
    list_select_related = ("ladder",)
    search_fields = ("=public_id", "=worker")
    ordering = ("-id",)
    fields = (
        *(
            "public_id",
            "job",
            "game",
            "purpose",
            "ladder",
            "options",
            "clock",
            "ordered_by",
            "duplicate_set",
            "epoch",
        ),
        *("state", "reason", "ordered_at", "started_at", "ended_at", "plies", "replay", "replay_removed_at"),
        *("chain", "worker", "sandbox", "container_runtime", "isolation", "least_isolation"),
    )
    inlines = (Seats,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).exclude(IS_SEALED)
