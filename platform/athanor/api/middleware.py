"""Errors that never reach the API's routes: no such address, a wrong method, a request that cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import unquote

from django.http import HttpRequest, HttpResponse, JsonResponse

PREFIX = "/api/"
SAID = {
    HTTPStatus.BAD_REQUEST: "The request cannot be read: its body, its host name or a header is not in order",
}
"""Where the standard library's words for a status would mislead."""
HINTS = {
    HTTPStatus.METHOD_NOT_ALLOWED: "the Allow header says which methods there are",
    HTTPStatus.INTERNAL_SERVER_ERROR: "this is our fault; tell the operator when it happened",
}


class OneShapeOfError:
    """Below /api/ every error is the API's JSON document, whoever answered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith(PREFIX) and "\0" in request.path + unquote(
            request.META.get("QUERY_STRING", "")
        ):
            # PostgreSQL keeps no such text and fails on a comparison with it; nothing that we keep has one.
            wrong = "the address holds a character of value zero (%00)"
            return _told(HTTPStatus.BAD_REQUEST, "bad-address", wrong, "leave it out: no name here has one")
        response = self.get_response(request)
        kind = response.headers.get("Content-Type", "")
        if (
            response.status_code < 400
            or not request.path.startswith(PREFIX)
            or kind.startswith("application/json")
        ):
            return response
        status = HTTPStatus(response.status_code)
        phrase = SAID.get(status) or status.description or status.phrase
        code = status.phrase.lower().replace(" ", "-")
        message = f"{phrase}: {request.method} {request.path[:100]}"
        told = _told(status, code, message, HINTS.get(status, "see /api/v1/openapi.json"))
        if "Allow" in response.headers:
            told.headers["Allow"] = response.headers["Allow"]
        return told


def _told(status: HTTPStatus, code: str, message: str, hint: str) -> HttpResponse:
    return JsonResponse({"error": {"code": code, "message": message, "hint": hint}}, status=status)
