"""The API at /api/v1/: its parts, who is let in, and the one shape of every error.

Reading what everybody may see needs no token. An error is always
{"error": {"code": "...", "message": "...", "hint": "..."}} with a 4xx status. Routes live beside this file,
one module a subject; each says what it needs in its `auth`.
"""

from __future__ import annotations

import logging

from django.core.exceptions import RequestDataTooBig, TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError

from athanor.api import bots, health, ladders, matches, me, tournaments
from athanor.api.throttle import Minutely
from athanor.refusals import Refusal

log = logging.getLogger(__name__)

api = NinjaAPI(
    title="Athanor",
    version="1",
    description="Bots, ladders, tournaments, matches and replays. A token goes into the header: "
    "`Authorization: Bearer ath_…`.",
    docs_url=None,
    urls_namespace="api",
    throttle=[Minutely()],
)
api.add_router("", health.router)
api.add_router("", me.router)
api.add_router("", bots.router)
api.add_router("", ladders.router)
api.add_router("", matches.router)
api.add_router("", tournaments.router)

SEE = "see /api/v1/openapi.json"


def answer(request: HttpRequest, status: int, code: str, message: str, hint: str = "") -> HttpResponse:
    return api.create_response(request, {"error": {"code": code, "message": message, "hint": hint}}, status=status)


@api.exception_handler(Refusal)
def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    return answer(request, refusal.status, refusal.code, refusal.message, refusal.hint)


@api.exception_handler(AuthenticationError)
def nobody(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    if "Authorization" in request.headers:
        code, message = "bad-token", "the token is not valid: unknown, expired or revoked"
    else:
        code, message = "no-token", "this needs a token"
    response = answer(
        request, 401, code, message, "send `Authorization: Bearer TOKEN`; your account page makes one"
    )
    response["WWW-Authenticate"] = "Bearer"
    return response


@api.exception_handler(ValidationError)
def invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    wrong = []
    for found in error.errors[:5]:
        where = ".".join(str(part) for part in found.get("loc", ())[1:]) or "the request"
        wrong.append(f"{where}: {str(found.get('msg', 'is wrong'))[:200]}")
    return answer(request, 422, "invalid", "; ".join(wrong) or "the request is not valid", SEE)


@api.exception_handler(Throttled)
def too_often(request: HttpRequest, error: Throttled) -> HttpResponse:
    message = "there were too many requests within a minute"
    response = answer(request, 429, "too-many-requests", message, "wait, then ask less often")
    response["Retry-After"] = str(error.wait or 1)
    return response


@api.exception_handler(HttpError)
def spoken(request: HttpRequest, error: HttpError) -> HttpResponse:
    return answer(request, error.status_code, "bad-request", str(error), SEE)


@api.exception_handler(Http404)
def missing(request: HttpRequest, error: Http404) -> HttpResponse:
    return answer(request, 404, "not-found", "there is nothing here", SEE)


@api.exception_handler(RequestDataTooBig)
@api.exception_handler(TooManyFilesSent)
def too_big(request: HttpRequest, error: Exception) -> HttpResponse:
    return answer(request, 413, "too-big", "the request is bigger than anything this takes", "send less at once")
