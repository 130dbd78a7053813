from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.games.registry import PLUGINS
from athanor.design.errors import tells_refusals
from athanor.ladders import board, queries, solo, solo_board
from athanor.ladders.guarantees import GUARANTEES
from athanor.ladders.models import Ladder, Season
from athanor.ladders.services import clock_of
from athanor.matches import queries as matches
from athanorpb.farm.values import Clock
from athanorpb.isolation import isolation_of

RECENT = 6


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "ladders/index.html", {"heads": board.heads()})


@require_safe
@tells_refusals
def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    found = queries.ladder(slug)
    if found.is_solo:
        return _season_page(request, found, solo.present(ladder=found))
    page = queries.board(ladder=found, cursor=request.GET.get("from", ""))
    context = {
        "ladder": queries.ladder_row(found),
        "page": page,
        "later": "from" in request.GET,
        "lines": board.lines(page.rows),
        "clock": clock_of(found),
        "rotates": found.rotates,
        "guarantee": GUARANTEES[isolation_of(found.least_isolation)],
        "more": PLUGINS[found.game].plugin.pages if found.game in PLUGINS else (),
        "recent": matches.finished(ladder_id=found.pk, limit=RECENT).rows,
    }
    return render(request, "ladders/ladder.html", context)


@require_safe
@tells_refusals
def season(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    found = solo.solo_ladder(queries.ladder(slug))
    return _season_page(request, found, solo.season(ladder=found, number=number))


def _season_page(request: HttpRequest, found: Ladder, season: Season | None) -> HttpResponse:
    """Of a season that has begun; before the first one there is none."""
    page = solo.board(season=season, cursor=request.GET.get("from", "")) if season else None
    context = {
        "ladder": queries.ladder_row(found),
        "season": solo.season_row(season) if season else None,
        "seasons": solo.seasons(ladder=found),
        "to_come": solo.to_come(ladder=found),
        "page": page,
        "later": "from" in request.GET,
        "lines": solo_board.lines(page.rows, found) if page else [],
        "measures": solo.measures_of(found),
        "guarantee": GUARANTEES[isolation_of(found.least_isolation)],
        "clock": Clock(**season.clock) if season else clock_of(found),
        "recent": matches.finished(season_id=season.pk, limit=RECENT).rows if season else [],
    }
    return render(request, "ladders/solo.html", context)
