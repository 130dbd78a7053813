from __future__ import annotations

from django.contrib import admin

from athanor.staff.admin_site import Shown, site
from athanor.tournaments.models import Entry, Tournament


@admin.register(Tournament, site=site)
class Tournaments(Shown):
    """Its organizer's commands are in its control room, where each is logged."""

    list_display = ("title", "slug", "game", "owner", "state", "starts_at", "finished_at")
    list_filter = ("state", "game", "starts_at")
    list_select_related = ("owner",)
    search_fields = ("title", "slug", "owner__username")
    ordering = ("-id",)
    fields = (
        *("title", "slug", "about", "game", "owner", "ladder", "state", "reason", "capacity", "per_user"),
        *("opens_at", "check_in_at", "starts_at", "reveal_at", "created_at", "started_at", "finished_at"),
        "commitment",
    )


@admin.register(Entry, site=site)
class Entries(Shown):
    list_display = ("tournament", "bot", "state", "entered_at", "checked_in_at")
    list_filter = ("state",)
    list_select_related = ("tournament", "bot")
    search_fields = ("tournament__slug", "bot__slug", "bot__owner__username")
    ordering = ("-id",)
    fields = ("tournament", "bot", "key", "version", "state", "rating", "seed", "entered_at", "checked_in_at")
