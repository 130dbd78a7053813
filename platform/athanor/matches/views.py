from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from athanor.matches import lists
from athanor.matches.models import Match
from athanor.pages.errors import tells_refusals
from athanor.pages.tables import PLAYED
from athanor.refusals import NotFound, Refusal
from athanor.storage import blobs


@require_safe
@tells_refusals
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "matches/index.html", {"page": lists.listing(request.GET)})


@require_safe
@tells_refusals
def match(request: HttpRequest, public_id: str) -> HttpResponse:
    found = lists.match_named(public_id)
    seats = list(found.seats.all())
    context = {
        "match": found,
        "seats": sorted(seats, key=lambda seat: (seat.rank or 0, seat.seat)),
        "open": lists.is_open(found),
        "game": PLAYED.get(found.game),
        "key": found.epoch.revealed_key,
        "siblings": Match.objects.filter(duplicate_set=found.duplicate_set).exclude(pk=found.pk).order_by("id"),
    }
    return render(request, "matches/match.html", context)


@require_safe
@tells_refusals
def log(request: HttpRequest, public_id: str, seat: int) -> HttpResponse:
    """What a bot wrote to stderr in a match: for its author."""
    found = lists.match_named(public_id)
    place = found.seats.select_related("bot").filter(seat=seat).first()
    if place is None:
        raise NotFound(f"match {public_id} has no seat {seat}", "its page shows those there are")
    if place.bot.owner_id != request.user.pk:
        raise Refusal("not-yours", "a bot's log is for its author only", "log in as its author", status=403)
    if not place.log:
        raise NotFound("the bot wrote nothing to stderr in this match", "print to stderr what you want to see here")
    return HttpResponse(blobs().get(place.log), content_type="text/plain; charset=utf-8")
