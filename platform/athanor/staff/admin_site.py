"""The admin's site: behind the same login as everything else, with its second factor, and for staff alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect


class StaffSite(admin.AdminSite):
    site_header = site_title = "Athanor: staff"
    index_title = "What there is"

    def admin_view(self, view: Callable[..., HttpResponseBase], cacheable: bool = False) -> Any:
        """Asks who is nobody yet to log in, as every page does; who is not staff is refused."""
        return secure_admin_login(super().admin_view(view, cacheable))

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Never Django's own, which knows no second factor and no limit of guesses."""
        return redirect("account_login")

    def logout(self, request: HttpRequest, extra_context: Any = None) -> Any:
        return redirect("account_logout")

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        return redirect("account_change_password")


site = StaffSite(name="staff")


if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    # django-stubs has them generic; at run time they are not.
    ModelAdmin, TabularInline = admin.ModelAdmin, admin.TabularInline


class Shown(ModelAdmin):
    """Rows to look at. What they say follows from what was played or asked for: it is changed by the commands,
    forms and services that keep ledger, states and logs in step, and not here.

    Only the fields that are named are shown: keys, tokens, seeds and authors' logs are not."""

    list_per_page = 50
    show_full_result_count = False
    """Counting all rows of a long table takes longer than the page."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Of the address of a list: Django takes any column of the model's own there, so that a password's hash
        could be guessed letter by letter."""
        shown = {"pk", *map(str, self.fields or ()), *map(str, self.list_display)}
        return lookup.partition("__")[0] in shown and super().lookup_allowed(lookup, value, request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return site.has_permission(request)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return site.has_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class Editable(Shown):
    """Of these a superuser may change the fields that are named."""

    editable: ClassVar[tuple[str, ...]] = ()

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return site.has_permission(request) and request.user.is_superuser

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        return [str(name) for name in self.get_fields(request, obj) if name not in self.editable]


class Inline(TabularInline):
    extra = 0
    can_delete = False

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return site.has_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
