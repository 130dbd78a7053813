"""Who logged in, failed to, or logged out, and from where: one line of the log each.

Names are as they were typed. What cannot be printed in them is escaped, and what is long is cut, as in every line
of the log (`athanor.logs`).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from allauth.account import signals as allauth
from django.contrib.auth import signals
from django.dispatch import receiver
from django.http import HttpRequest

from athanor.accounts.models import User
from athanor.addresses import client

log = logging.getLogger(__name__)


@receiver(signals.user_logged_in)
def logged_in(request: HttpRequest | None, user: User, **_: Any) -> None:
    log.info("login", extra=_told(request, user.username))


@receiver(signals.user_logged_out)
def logged_out(request: HttpRequest | None, user: User | None, **_: Any) -> None:
    if user is not None:
        log.info("logout", extra=_told(request, user.username))


@receiver(signals.user_login_failed)
def failed(credentials: Mapping[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    log.warning("login failed", extra=_told(request, name_in(credentials)))


@receiver(allauth.password_changed)
@receiver(allauth.password_reset)
@receiver(allauth.password_set)
def password_changed(request: HttpRequest, user: User, **_: Any) -> None:
    log.info("password changed", extra=_told(request, user.username))


def locked(request: HttpRequest, credentials: Mapping[str, Any]) -> None:
    log.warning("login refused: too many attempts", extra=_told(request, name_in(credentials)))


def name_in(credentials: Mapping[str, Any]) -> str:
    return str(credentials.get("username") or credentials.get("email") or "")


def _told(request: HttpRequest | None, name: str) -> dict[str, str]:
    return {"user": name, "address": client(request.META) if request is not None else ""}
