"""What a reader is told when something cannot be done: the reason in the reader's words, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from athanor.refusals import Refusal

P = ParamSpec("P")


PHRASES = {
    400: "Not understood",
    403: "Not yours",
    404: "Nothing here",
    409: "Not now",
    413: "Too big",
    429: "Too often",
}


def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """A page for a wish that is not granted."""
    phrase = PHRASES.get(refusal.status, HTTPStatus(refusal.status).phrase)
    return render(request, "error.html", {"refusal": refusal, "phrase": phrase}, status=refusal.status)


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
    """Its message and its hint, as sentences beside a field."""
    parts = [part.strip() for part in (refusal.message, refusal.hint) if part.strip()]
    return " ".join(part[0].upper() + part[1:] + ("" if part.endswith((".", "!", "?")) else ".") for part in parts)
