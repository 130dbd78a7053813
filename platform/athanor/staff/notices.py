from __future__ import annotations

from django.contrib import admin

from athanor.notices.models import Notice
from athanor.staff.admin_site import Shown, site


@admin.register(Notice, site=site)
class Notices(Shown):
    list_display = ("user", "at", "sentence", "read_at")
    list_filter = ("at", ("read_at", admin.EmptyFieldListFilter))
    list_select_related = ("user",)
    search_fields = ("user__username", "sentence")
    ordering = ("-id",)
    fields = ("user", "key", "at", "sentence", "address", "read_at")
