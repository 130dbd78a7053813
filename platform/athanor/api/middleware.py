"""Errors that never reach the API's routes (no such address, a wrong method, a body that cannot be read)."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse

PREFIX = "/api/"
HINTS = {
    HTTPStatus.METHOD_NOT_ALLOWED: "the Allow header says which methods there are",
    HTTPStatus.INTERNAL_SERVER_ERROR: "this is a fault of ours; tell the operator when it happened",
}


class OneShapeOfError:
    """Below /api/ every error is the API's JSON document, whoever answered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        kind = response.headers.get("Content-Type", "")
        if (
            response.status_code < 400
            or not request.path.startswith(PREFIX)
            or kind.startswith("application/json")
        ):
            return response
        status = HTTPStatus(response.status_code)
        error = {
            "code": status.phrase.lower().replace(" ", "-"),
            "message": f"{status.description or status.phrase}: {request.method} {request.path[:100]}",
            "hint": HINTS.get(status, "see /api/v1/openapi.json"),
        }
        told = JsonResponse({"error": error}, status=status)
        if "Allow" in response.headers:
            told.headers["Allow"] = response.headers["Allow"]
        return told
