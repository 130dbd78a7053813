"""Which address a request comes from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings


def client(environ: Mapping[str, Any]) -> str:
    """Of a request's WSGI variables (`request.META`). Behind a proxy of ours it is what that proxy says; without
    one, X-Forwarded-For is a header that anybody may send and counts for nothing."""
    forwarded: str = environ.get("HTTP_X_FORWARDED_FOR", "") if settings.BEHIND_PROXY else ""
    return forwarded.rpartition(",")[2].strip() or environ.get("REMOTE_ADDR", "")
