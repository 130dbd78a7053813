from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from athanor.accounts.models import User
from athanor.lifecycles import OPEN_MATCH
from athanor.matches import lists, queries
from athanor.matches.forms import ChallengeForm
from athanor.pages.errors import tells_refusals
from athanor.pages.tables import PLAYED
from athanor.refusals import Refusal
from athanor.storage import blobs


@require_safe
@tells_refusals
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "matches/index.html", {"list": lists.listing(request.GET)})


@require_safe
@tells_refusals
def match(request: HttpRequest, public_id: str) -> HttpResponse:
    page = queries.match_page(public_id)
    accounts = {account.seat: account for account in page.accounts}
    context = {
        "page": page,
        "match": page.match,
        "seats": [(seat, accounts.get(seat.seat)) for seat in page.match.by_rank],
        "is_open": page.match.state in OPEN_MATCH,
        "table": PLAYED.get(page.match.game),
    }
    return render(request, "matches/match.html", context)


@require_safe
@tells_refusals
def log(request: HttpRequest, public_id: str, seat: int) -> HttpResponse:
    """What a bot wrote to stderr in a match: for its author."""
    if not isinstance(request.user, User):
        raise Refusal("not-yours", "a bot's log is for its author only", "log in as its author", status=403)
    digest = queries.log_of_seat(user=request.user, public_id=public_id, seat=seat)
    return HttpResponse(blobs().get(digest), content_type="text/plain; charset=utf-8")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: HttpRequest) -> HttpResponse:
    """Asks for an unrated match of one's own bot against others."""
    user = request.user
    assert isinstance(user, User)
    if request.method == "POST":
        form = ChallengeForm(request.POST, user=user)
        if form.is_valid() and form.save():
            messages.success(request, "Ordered. It is played as soon as a worker is free, and changes no rating.")
            return redirect(form.matches[0])
    else:
        given = {"mine": request.GET.get("mine", ""), "opponents": request.GET.get("against", "")}
        form = ChallengeForm(user=user, initial=given)
    context = {"form": form, "asked": queries.of_user(user=user, limit=8)}
    return render(request, "matches/challenge.html", context, status=400 if form.errors else 200)
