from __future__ import annotations

from django.contrib import admin

from athanor.accounts.models import User
from athanor.staff.admin_site import Editable, site


@admin.register(User, site=site)
class Users(Editable):
    list_display = ("username", "email", "is_active", "is_staff", "is_house", "date_joined", "last_login")
    list_filter = ("is_active", "is_staff", "is_house")
    search_fields = ("username", "email")
    ordering = ("-id",)
    fields = (
        "username",
        "email",
        "is_active",
        "is_staff",
        "is_superuser",
        "is_house",
        "date_joined",
        "last_login",
    )
    editable = ("is_active", "is_staff")
    """Superusers are made by `manage.py createsuperuser` alone."""
