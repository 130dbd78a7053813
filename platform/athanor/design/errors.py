"""What a reader is told when something cannot be done: the reason in the reader's words, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import bad_request

from athanor.refusals import Refusal

P = ParamSpec("P")


PHRASES = {
    400: "Not understood",
    403: "Not yours",
    404: "Nothing here",
    405: "Not this way",
    409: "Not now",
    410: "Not kept",
    413: "Too big",
    429: "Too often",
}


def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """A page for a wish that is not granted."""
    phrase = PHRASES.get(refusal.status, HTTPStatus(refusal.status).phrase)
    return render(request, "error.html", {"told": sentence(refusal), "phrase": phrase}, status=refusal.status)


def not_understood(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that Django itself refuses to read, before any view."""
    if not isinstance(exception, RequestDataTooBig):
        return bad_request(request, exception)
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // (1024 * 1024)
    wrong = f"the form sent more text than the {most} MiB it takes"
    refusal = Refusal("too-big", wrong, "go back, and hand in a source this long as a file", status=413)
    return refused(request, refusal)


def tells_refusals(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """For views: a Refusal of a service or a query becomes its page."""

    @wraps(view)
    def telling(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            return refused(request, refusal)

    return telling


def sentence(refusal: Refusal) -> str:
    """Its message and its hint, as sentences."""
    parts = [part.strip() for part in (refusal.message, refusal.hint) if part.strip()]
    return " ".join(_begun(part) + ("" if part.endswith((".", "!", "?")) else ".") for part in parts)


def _begun(part: str) -> str:
    """With a capital, unless it begins with a name: of a file, of a bot."""
    return part[0].upper() + part[1:] if part.split(maxsplit=1)[0].isalpha() else part
