from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from arena.games.registry import GAMES
from athanor.design.errors import tells_refusals
from athanor.design.parts import asked_for
from athanor.front.chapters import CHAPTERS, chapter_named, templates_of
from athanor.ladders import board
from athanor.matches import beacon, live, published_keys, published_log, tallies
from athanor.matches import queries as matches
from athanor.matches.rows import MatchRow
from athanor.refusals import NotFound, Refusal
from athanor.tournaments import queries as tournaments

THEMES = ("night", "vellum")
YEAR = 365 * 24 * 3600
NOW_SHOWN, RECENT = 3, 6


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    recent = matches.finished(limit=RECENT).rows
    under_way = [row for row in matches.under_way(limit=NOW_SHOWN) if row.state == "running"]
    context = {"recent": recent, "under_way": under_way, "queue": tallies.queue(now=timezone.now())}
    if not asked_for(request):
        context |= _around(recent, under_way)
    return render(request, "front/home.html", context)


def _around(recent: Sequence[MatchRow], under_way: Sequence[MatchRow]) -> dict[str, Any]:
    """What the home page shows besides its live part."""
    on_air = live.on_air([row for row in under_way if row.game in GAMES])
    return {
        "on_air": on_air,
        "shown": on_air or next((row for row in recent if row.has_replay and row.game in GAMES), None),
        "heads": board.heads(),
        "next_tournament": tournaments.next_one(),
    }


@require_safe
def icon(request: HttpRequest) -> HttpResponse:
    """What browsers ask for that have not read the page, such as one that shows a replay's file."""
    return HttpResponseRedirect(static("athanor/img/logo.svg"))


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Pages are there to be found; the API, the account pages and those of staff are no reading for a crawler."""
    return HttpResponse(
        "User-agent: *\nDisallow: /api/\nDisallow: /accounts/\nDisallow: /staff/\n", content_type="text/plain"
    )


@csrf_exempt
@require_POST
@tells_refusals
def theme(request: HttpRequest) -> HttpResponse:
    """Remembers light or dark in a cookie; without a choice, the other one of what was chosen before.

    Its button is on every page. It asks for no token, because that would set a cookie for all who only read; all
    that a foreign page could do here is to change the look.
    """
    chosen = request.POST.get("theme") or ("vellum" if request.COOKIES.get("theme") == "night" else "night")
    if chosen not in THEMES:
        raise Refusal("bad-theme", f"there is no look called {chosen:.20}", f"there are: {', '.join(THEMES)}")
    back = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = "/"
    answer = HttpResponseRedirect(back)
    answer.set_cookie("theme", chosen, max_age=YEAR, samesite="Lax", secure=request.is_secure())
    return answer


@require_safe
@tells_refusals
def docs(request: HttpRequest, slug: str = "") -> HttpResponse:
    chapter = chapter_named(slug)
    if chapter is None:
        raise NotFound(f"the documentation has no page {slug:.40}", "the list on its first page has all of them")
    place = CHAPTERS.index(chapter)
    context = {
        "registered": list(GAMES.values()),
        **chapter.facts(),
        "chapter": chapter,
        "chapters": CHAPTERS,
        "before": CHAPTERS[place - 1] if place else None,
        "after": CHAPTERS[place + 1] if place + 1 < len(CHAPTERS) else None,
    }
    return render(request, templates_of(chapter), context)


@require_safe
@tells_refusals
def fairness(request: HttpRequest) -> HttpResponse:
    page = published_keys.epochs(cursor=request.GET.get("from", ""))
    context = {
        "page": page,
        "later": "from" in request.GET,
        "beacon": beacon.status(now=timezone.now()),
        "timetable": settings.BEACON and settings.BEACON.timetable,
        "head": published_log.head(),
    }
    return render(request, "front/fairness.html", context)


@require_safe
@tells_refusals
def fairness_log(request: HttpRequest) -> HttpResponse:
    given = request.GET.get("before", "")
    if given and not (given.isascii() and given.isdecimal() and len(given) < 19):
        raise Refusal("bad-entry", f"before is {given[:20]!r}", "it is the number of an entry: begin without it")
    rows = published_log.newest(before=int(given) if given else None)
    context = {"rows": rows, "head": published_log.head(), "later": bool(given)}
    return render(request, "front/fairness_log.html", context)
