from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from athanor.ladders.models import Ladder, LedgerEntry, LedgerLine, Season, Standing
from athanor.staff.admin_site import Editable, Inline, Shown, site


@admin.register(Ladder, site=site)
class Ladders(Editable):
    list_display = ("title", "slug", "game", "seats", "open", "least_isolation", "sequence", "place")
    list_filter = ("game", "open", "least_isolation")
    search_fields = ("title", "slug")
    ordering = ("place", "slug")
    fields = (
        *("title", "about", "place", "slug", "game", "least_seats", "seats", "options", "clock", "rotates"),
        *("open", "least_isolation", "season_days", "season_seeds", "season_entries"),
        *("sequence", "mu", "sigma", "beta", "tau", "draw_probability"),
    )
    editable = ("title", "about", "place")
    """How it is played and rated is fixed: every rating in its ledger follows from it."""


@admin.register(Standing, site=site)
class Standings(Shown):
    list_display = ("bot", "version", "ladder", "listed", "exposure", "mu", "sigma", "games", "wins", "entered_at")
    list_filter = ("ladder", "listed")
    list_select_related = ("bot", "version", "ladder")
    search_fields = ("bot__slug", "bot__owner__username")
    ordering = ("-id",)
    fields = ("ladder", "bot", "version", "listed", "exposure", "mu", "sigma", "games", "wins", "entered_at")


class Lines(Inline):
    model = LedgerLine
    fields = ("seat", "player", "rank", "mu_before", "sigma_before", "mu", "sigma")
    readonly_fields = ("player",)
    ordering = ("seat",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("standing__bot__owner", "standing__version")

    def player(self, line: LedgerLine) -> str:
        bot = line.standing.bot
        return f"{bot.owner.username}/{bot.slug}@{line.standing.version.number}"


@admin.register(LedgerEntry, site=site)
class Entries(Shown):
    list_display = ("sequence", "ladder", "match", "entered_at")
    list_filter = ("ladder", "entered_at")
    list_select_related = ("ladder", "match")
    search_fields = ("=match__public_id",)
    ordering = ("-id",)
    fields = ("ladder", "sequence", "match", "entered_at")
    inlines = (Lines,)


@admin.register(Season, site=site)
class Seasons(Shown):
    list_display = ("ladder", "number", "starts_at", "ends_at", "begun_at", "revealed_at")
    list_filter = ("ladder",)
    list_select_related = ("ladder",)
    ordering = ("-id",)
    fields = (
        *("ladder", "number", "commitment", "seeds", "entries", "options", "clock"),
        *("committed_at", "starts_at", "ends_at", "begun_at", "revealed_at"),
    )
