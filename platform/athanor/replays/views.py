"""The replay of a match, as the file that can be verified and as JSON for the player."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from athanor.accounts.middleware import for_everybody
from athanor.accounts.models import User
from athanor.design.errors import tells_refusals
from athanor.matches.queries import match
from athanor.refusals import Refusal
from athanor.replays import stars
from athanor.replays.queries import replay_document, replay_file

# A replay never changes once it may be seen.
FOREVER = cache_control(public=True, max_age=365 * 24 * 3600, immutable=True)


@for_everybody
@require_safe
@tells_refusals
def file(request: HttpRequest, public_id: str) -> HttpResponse:
    return FOREVER(_file)(request, public_id)


def _file(request: HttpRequest, public_id: str) -> HttpResponse:
    answer = HttpResponse(replay_file(match(public_id)), content_type="application/octet-stream")
    answer["Content-Disposition"] = f'attachment; filename="{public_id}.athanor"'
    return answer


@for_everybody
@require_safe
def document(request: HttpRequest, public_id: str) -> HttpResponse:
    try:
        return FOREVER(_document)(request, public_id)
    except Refusal as refusal:
        told = {"code": refusal.code, "message": refusal.message, "hint": refusal.hint}
        return JsonResponse(told, status=refusal.status)


def _document(request: HttpRequest, public_id: str) -> HttpResponse:
    return JsonResponse(replay_document(match(public_id)))


@login_required
@require_POST
@tells_refusals
def star(request: HttpRequest, public_id: str) -> HttpResponse:
    """Stars the replay, or takes the star away: `starred` is yes or no."""
    assert isinstance(request.user, User)
    wish = request.POST.get("starred", "")
    if wish not in ("yes", "no"):
        raise Refusal(
            "bad-star", f"starred is {wish[:20]!r}", "it is yes or no: use the button on the match's page"
        )
    if wish == "yes":
        stars.star(user=request.user, public_id=public_id, now=timezone.now())
    else:
        stars.unstar(user=request.user, public_id=public_id)
    return redirect(match(public_id))


@login_required
@require_safe
def starred(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    context = {"matches": stars.starred(user=request.user), "most": settings.STARS_A_USER}
    return render(request, "replays/starred.html", context)
