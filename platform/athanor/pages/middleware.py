"""What a reader is told where Django says nothing: an address was asked with a method that it does not take."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from athanor.pages.errors import refused
from athanor.refusals import Refusal


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
