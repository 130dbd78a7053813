"""Which address a request comes from."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings


def client(environ: Mapping[str, Any]) -> str:
    """Of a request's WSGI variables (`request.META`). Behind a proxy of ours it is what that proxy says; without
    one, X-Forwarded-For is a header that anybody may send and counts for nothing."""
    forwarded: str = environ.get("HTTP_X_FORWARDED_FOR", "") if settings.BEHIND_PROXY else ""
    return forwarded.rpartition(",")[2].strip() or environ.get("REMOTE_ADDR", "")


NETWORK_OF_ONE: Final = 64
"""Bits of an IPv6 address that one customer has to himself."""


def network_of(address: str) -> str:
    """What of an address stands for one customer."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "nowhere"
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, NETWORK_OF_ONE), strict=False).network_address)
