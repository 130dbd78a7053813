from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from arena.games.registry import PLUGINS
from athanor.accounts.models import User
from athanor.design.errors import tells_refusals
from athanor.hooks import merged
from athanor.lifecycles import OPEN_MATCH
from athanor.matches import beacon, events, lists, live, queries
from athanor.matches.forms import ChallengeForm
from athanor.matches.headlines import headline
from athanor.refusals import Refusal
from athanorpb.isolation import MEANINGS, isolation_of

ON_AIR_LOOKED_AT = 5


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
        "headline": headline(page.match),
        "seats": [(seat, accounts.get(seat.seat)) for seat in page.match.by_rank],
        "is_open": page.match.state in OPEN_MATCH,
        "is_late": page.beacon is not None and timezone.now() > page.beacon.due_at + beacon.LATE,
        "unseen": live.watchable(page.match) or ("" if page.match.game in PLUGINS else live.NO_FEED),
        "score": PLUGINS[page.match.game].plugin.score if page.match.game in PLUGINS else "",
        "keeps": settings.KEEP_REPLAYS,
        "isolation": MEANINGS[isolation_of(page.isolation)],
    } | merged(events.match_page.call(page.match, request.user if isinstance(request.user, User) else None))
    return render(request, "matches/match.html", context)


@require_safe
@cache_control(no_store=True)
def live_document(request: HttpRequest, public_id: str) -> HttpResponse:
    """What has happened at a table since: `?run=RUN&after=N`, as the answer before said."""
    given = request.GET.get("after", "") or "0"
    try:
        if not given.isdecimal() or len(given) > 9:
            raise Refusal("bad-after", f"after is {given[:20]!r}", "it is the number of events that are known")
        answer = live.live(public_id, run=request.GET.get("run", ""), after=int(given))
    except Refusal as refusal:
        told = {"code": refusal.code, "message": refusal.message, "hint": refusal.hint}
        return JsonResponse(told, status=refusal.status)
    return JsonResponse(answer.document())


@require_safe
@cache_control(no_store=True)
def on_air(request: HttpRequest) -> HttpResponse:
    """A match that can be watched right now; null: there is none."""
    rows = queries.under_way(limit=ON_AIR_LOOKED_AT)
    row = live.on_air([row for row in rows if row.game in PLUGINS])
    return JsonResponse({"match": row.public_id if row else None, "address": row.address if row else None})


@require_safe
@tells_refusals
def log(request: HttpRequest, public_id: str, seat: int) -> HttpResponse:
    """What a bot wrote to stderr in a match: for its author."""
    if not isinstance(request.user, User):
        raise Refusal("not-yours", "a bot's log is for its author only", "log in as its author", status=403)
    log = queries.log_of_seat(user=request.user, public_id=public_id, seat=seat)
    return HttpResponse(log, content_type="text/plain; charset=utf-8")


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
