"""The secrets that a site must have: what starts without them, and what `manage.py check --deploy` says."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured

from arena.orders.envelopes import SHORTEST_KEY

LEAST_KEY = 32


def require_secrets() -> None:
    """Raises ImproperlyConfigured where a process that serves or settles would have no secret, or a known one."""
    if settings.DEBUG:
        return
    if settings.SECRET_KEY == settings.DEVELOPMENT_KEY:
        raise ImproperlyConfigured(
            "set ATHANOR_SECRET_KEY to a long random text (or ATHANOR_DEBUG=1 on your own machine)"
        )
    if len(settings.RECORD_KEY) < SHORTEST_KEY:
        raise ImproperlyConfigured(
            f"set ATHANOR_RECORD_KEY to at least {2 * SHORTEST_KEY} hexadecimal digits, the same as the workers': "
            "anybody could sign a record of a match otherwise. `openssl rand -hex 32` makes one"
        )


@register(Tags.security, deploy=True)
def secrets_are_set(**_: Any) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    if settings.SECRET_KEY == settings.DEVELOPMENT_KEY:
        found.append(Error("ATHANOR_SECRET_KEY is not set", hint="a long random text", id="athanor.E001"))
    if len(settings.RECORD_KEY) < LEAST_KEY:
        hint = "the same 64 hexadecimal digits for the site and its workers, from `openssl rand -hex 32`"
        found.append(Error("ATHANOR_RECORD_KEY is not set or too short", hint=hint, id="athanor.E002"))
    return found
