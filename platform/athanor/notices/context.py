"""What every page may show of notices: counted only where a page asks, for who is signed in."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from athanor.accounts.models import User
from athanor.notices import queries


def notices(request: HttpRequest) -> dict[str, Any]:
    user = getattr(request, "user", None)
    return {"unread_notices": SimpleLazyObject(lambda: queries.unread(user) if isinstance(user, User) else 0)}
