"""What every answer of the site goes through: it is compressed, and a bare error of Django's gets a page."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from athanor.design.errors import refused
from athanor.refusals import Refusal

SECRETS = "/accounts/"
COMPRESSED = ("text/", "application/json")


class Compressed(GZipMiddleware):
    """What is text, and is sent in one piece.

    Against guesses by length (BREACH) a form's token is masked anew on every page, and Django adds up to a hundred
    random bytes to what it compresses. Pages below `SECRETS` show tokens, keys and recovery codes: they are not
    compressed at all. Streams (the replays of a tournament) are zipped already.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.headers.get("Content-Type", "")
        if response.streaming or not kind.startswith(COMPRESSED) or request.path.startswith(SECRETS):
            return response
        return super().process_response(request, response)


class MethodsAreTold:
    """Somebody who logs in on the way to a button comes to its address without having pressed it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or response.content:
            return response
        allowed = response.headers.get("Allow", "")
        wrong = f"this address takes {allowed}, and was asked with {request.method}"
        does = "what it does is behind a button: go back to its page, and press it there"
        hint = "there is nothing to be sent to it" if "GET" in allowed else does
        told = refused(request, Refusal("wrong-method", wrong, hint, status=response.status_code))
        told.headers["Allow"] = allowed
        return told
