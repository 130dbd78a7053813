"""Browsers in which somebody has logged in before: strangers' wrong passwords do not lock their owner out there.

Wrong passwords for one name are counted wherever they come from (`adapter`), since who guesses may have many
networks. A browser gets a cookie when its user logs in, or sets a new password by the link in an e-mail, and is
counted by itself from then on: OWASP's "device cookies". The cookie says whose it is, and opens nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final

from allauth.account import signals as allauth
from allauth.account.utils import filter_users_by_email
from django.conf import settings
from django.contrib.auth import signals
from django.core import signing
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

from athanor.accounts.models import User

SALT: Final = "athanor.accounts.devices"
LASTS: Final = 365 * 24 * 3600


@receiver(signals.user_logged_in)
@receiver(allauth.password_reset)
def proven(request: HttpRequest | None, user: User, **_: Any) -> None:
    if request is not None:
        request.device_of = user.pk  # type: ignore[attr-defined]


class DevicesAreKnown:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        user = getattr(request, "device_of", None)
        if user is not None:
            answer.set_cookie(
                settings.DEVICE_COOKIE_NAME,
                signing.dumps([user, secrets.token_hex(8)], salt=SALT),
                max_age=LASTS,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return answer


def counted_as(request: HttpRequest, name: str) -> str:
    """By what wrong passwords for a name, or an e-mail address, are counted: by the browser where that is its
    user's, or else by whose name or address it is. Not by both in one: who is refused by an address after guesses
    at a name would know that they are of one user."""
    user = _user_of(name)
    if user is None:
        return f"name {name.lower()}"
    if request.user.is_authenticated and request.user.pk == user.pk:
        return f"session of {user.pk}"
    strangers = f"address of {user.pk}" if "@" in name else f"user {user.pk}"
    try:
        whose, device = signing.loads(
            request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=SALT, max_age=LASTS
        )
    except (signing.BadSignature, ValueError, TypeError):
        return strangers
    return f"device {device}" if whose == user.pk else strangers


def _user_of(name: str) -> User | None:
    by_name = User.objects.filter(username=name.lower()).first()
    if by_name is not None or "@" not in name:
        return by_name
    found: list[User] = filter_users_by_email(name)
    return found[0] if found else None
