from __future__ import annotations

from django.contrib import admin

from athanor.bots.models import Bot, Version
from athanor.staff.admin_site import Shown, site


@admin.register(Bot, site=site)
class Bots(Shown):
    list_display = ("name", "slug", "owner", "current", "created_at", "retired_at")
    list_filter = (("retired_at", admin.EmptyFieldListFilter), "created_at")
    list_select_related = ("owner", "current")
    search_fields = ("name", "slug", "owner__username")
    ordering = ("-id",)
    fields = ("name", "slug", "owner", "current", "created_at", "retired_at")


@admin.register(Version, site=site)
class Versions(Shown):
    list_display = ("bot", "owner", "number", "state", "reason", "runtime", "uploaded_at", "decided_at")
    list_filter = ("state", "runtime", "reason", "uploaded_at")
    list_select_related = ("bot__owner",)
    search_fields = ("bot__slug", "bot__owner__username", "=digest")
    ordering = ("-id",)
    fields = (
        *("bot", "number", "state", "reason", "message", "filename", "size", "digest", "built"),
        *("runtime", "protocol", "games", "joins", "uploaded_at", "decided_at"),
    )

    @admin.display(ordering="bot__owner__username")
    def owner(self, version: Version) -> str:
        return version.bot.owner.username
