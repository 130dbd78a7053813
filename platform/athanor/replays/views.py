"""The replay of a match, as the file that can be verified and as JSON for the player."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from athanor.matches.queries import match
from athanor.pages.errors import tells_refusals
from athanor.refusals import Refusal
from athanor.replays.queries import replay_document, replay_file

# A replay never changes once it may be seen.
FOREVER = cache_control(public=True, max_age=365 * 24 * 3600, immutable=True)


@require_safe
@tells_refusals
def file(request: HttpRequest, public_id: str) -> HttpResponse:
    return FOREVER(_file)(request, public_id)


def _file(request: HttpRequest, public_id: str) -> HttpResponse:
    answer = HttpResponse(replay_file(match(public_id)), content_type="application/octet-stream")
    answer["Content-Disposition"] = f'attachment; filename="{public_id}.athanor"'
    return answer


@require_safe
def document(request: HttpRequest, public_id: str) -> HttpResponse:
    try:
        return FOREVER(_document)(request, public_id)
    except Refusal as refusal:
        told = {"code": refusal.code, "message": refusal.message, "hint": refusal.hint}
        return JsonResponse(told, status=refusal.status)


def _document(request: HttpRequest, public_id: str) -> HttpResponse:
    return JsonResponse(replay_document(match(public_id)))
