from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from athanor.ladders import board, queries
from athanor.ladders.services import clock_of
from athanor.matches import queries as matches
from athanor.pages.errors import tells_refusals

RECENT = 6


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "ladders/index.html", {"heads": board.heads()})


@require_safe
@tells_refusals
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    found = queries.ladder(slug)
    page = queries.board(ladder=found, cursor=request.GET.get("from", ""))
    context = {
        "ladder": queries.ladder_row(found),
        "page": page,
        "later": "from" in request.GET,
        "lines": board.lines(page.rows),
        "clock": clock_of(found),
        "rotates": found.rotates,
        "recent": matches.finished(ladder=found, limit=RECENT).rows,
    }
    return render(request, "ladders/ladder.html", context)
