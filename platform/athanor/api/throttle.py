"""So many requests a minute, of a token or else of an address; whoever has more than one machine has one limit."""

from __future__ import annotations

import math
import time

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest
from ninja.errors import Throttled
from ninja.throttling import BaseThrottle

from athanor.accounts.models import Token
from athanor.addresses import client, network_of

MINUTE = 60


def counted(what: str) -> int:
    """How often within this minute, with this time."""
    key = of_minute(what)
    cache.add(key, 0, 2 * MINUTE)
    try:
        return int(cache.incr(key))
    except ValueError:
        # The cache forgot it between the two lines: it is full, and this is no time to count.
        return 0


def of_minute(what: str) -> str:
    return f"{what}:{int(time.time()) // MINUTE}"


def left_of_minute() -> float:
    return MINUTE - time.time() % MINUTE


def refuse_guessing(request: HttpRequest) -> None:
    """Before a token is looked up. Raises Throttled where its address has shown too many wrong ones."""
    if cache.get(of_minute(_wrong_tokens(request)), 0) >= settings.WRONG_TOKENS_A_MINUTE:
        raise Throttled(wait=math.ceil(left_of_minute()))


def note_wrong_token(request: HttpRequest) -> None:
    counted(_wrong_tokens(request))


def _wrong_tokens(request: HttpRequest) -> str:
    return f"wrong-tokens:{network_of(client(request.META))}"


class Minutely(BaseThrottle):
    def allow_request(self, request: HttpRequest) -> bool:
        return counted(f"api:{_who(request)}") <= settings.API_A_MINUTE

    def wait(self) -> float | None:
        return left_of_minute()


def _who(request: HttpRequest) -> str:
    token = getattr(request, "auth", None)
    if isinstance(token, Token):
        return f"user-{token.user_id}"
    return f"from-{network_of(client(request.META))}"
