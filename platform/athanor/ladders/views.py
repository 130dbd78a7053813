from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from athanor.ladders import board
from athanor.ladders.models import Ladder
from athanor.ladders.services import clock_of
from athanor.matches.lists import with_seats
from athanor.matches.models import Match
from athanor.pages.errors import tells_refusals
from athanor.pages.paging import page_of
from athanor.refusals import NotFound


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "ladders/index.html", {"heads": board.heads()})


@require_safe
@tells_refusals
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    found = Ladder.objects.filter(slug=slug).first()
    if found is None:
        raise NotFound(f"no ladder is called {slug:.40}", "the list of ladders has those there are")
    page = page_of(Paginator(board.standings(found), board.PAGE), request.GET.get("page", ""))
    context = {
        "ladder": found,
        "page": page,
        "rows": board.rows(page.object_list, page.start_index() - 1 if page.object_list else 0),
        "clock": clock_of(found),
        "recent": with_seats(Match.objects.filter(ladder=found, state="finished").order_by("-ended_at", "-id"))[:6],
    }
    return render(request, "ladders/ladder.html", context)
