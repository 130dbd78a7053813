"""What `manage.py check --deploy` looks at besides Django's own checks."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

LEAST_KEY = 32


@register(Tags.security, deploy=True)
def secrets_are_set(**_: Any) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    if settings.SECRET_KEY == settings.DEVELOPMENT_KEY:
        found.append(Error("ATHANOR_SECRET_KEY is not set", hint="a long random text", id="athanor.E001"))
    if len(settings.RECORD_KEY) < LEAST_KEY:
        hint = "the same 64 hexadecimal digits for the site and its workers, from `openssl rand -hex 32`"
        found.append(Error("ATHANOR_RECORD_KEY is not set or too short", hint=hint, id="athanor.E002"))
    return found
