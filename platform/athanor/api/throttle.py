"""So many requests a minute, of a token or else of an address; whoever has more than one machine has one limit."""

from __future__ import annotations

import ipaddress
import time

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from ninja.throttling import BaseThrottle

from athanor.accounts.models import Token
from athanor.addresses import client

MINUTE = 60
NETWORK_OF_ONE = 64
"""Bits of an IPv6 address that one customer has to himself."""


class Minutely(BaseThrottle):
    def allow_request(self, request: HttpRequest) -> bool:
        key = f"api:{_who(request)}:{int(time.time()) // MINUTE}"
        cache.add(key, 0, 2 * MINUTE)
        try:
            count = cache.incr(key)
        except ValueError:
            # The cache forgot it between the two lines: it is full, and this is no time to count.
            return True
        return int(count) <= settings.API_A_MINUTE

    def wait(self) -> float | None:
        return MINUTE - time.time() % MINUTE


def _who(request: HttpRequest) -> str:
    token = getattr(request, "auth", None)
    if isinstance(token, Token):
        return f"user-{token.user_id}"
    return f"from-{network_of(client(request.META))}"


def network_of(address: str) -> str:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "nowhere"
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, NETWORK_OF_ONE), strict=False).network_address)
