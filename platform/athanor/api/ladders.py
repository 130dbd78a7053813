"""Ladders and their boards."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from ninja import Path, Router

from athanor.api import ledger_schema, shapes
from athanor.api.rows import all_shaped, shaped
from athanor.api.shapes import REFUSED, Cursor, Limit, Listing, listing
from athanor.ladders import published_ledger, queries, solo
from athanor.ladders.models import Ladder, Season
from athanor.long_answers import LongAnswer
from athanor.refusals import Refusal

router = Router(tags=["ladders"])
Number = Annotated[int, Path(ge=1, le=1_000_000)]


@router.get("/ladders", response=list[shapes.Ladder], summary="Every ladder")
def ladders(request: HttpRequest) -> Any:
    return all_shaped(shapes.Ladder, queries.ladders())


@router.get("/ladders/{slug}", response={200: shapes.Ladder, **REFUSED}, summary="A ladder")
def ladder(request: HttpRequest, slug: str) -> Any:
    return shaped(shapes.Ladder)(queries.ladder_row(queries.ladder(slug)))


@router.get(
    "/ladders/{slug}/standings",
    response={200: Listing[shapes.Standing], **REFUSED},
    summary="The board of a ladder, best first",
)
def standings(request: HttpRequest, slug: str, cursor: Cursor = "", limit: Limit = 50) -> Any:
    page = queries.board(ladder=_rated(slug), cursor=cursor, limit=limit)
    return listing(page, shaped(shapes.Standing))


@router.get(
    "/ladders/{slug}/ledger.jsonl",
    response=REFUSED,
    openapi_extra={"responses": {200: ledger_schema.ANSWER}},
    summary="The ledger of a ladder: every rated match in order, from which all ratings follow",
)
def ledger(request: HttpRequest, slug: str) -> HttpResponseBase:
    """JSON lines, sent as they are read: a header, the ratings, the entries. `athanor rate` checks them."""
    pieces = published_ledger.pieces(ladder=_rated(slug))
    return StreamingHttpResponse(
        LongAnswer(pieces),
        content_type=ledger_schema.MEDIA_TYPE,
        headers={"Content-Disposition": f'attachment; filename="{slug}.jsonl"'},
    )


def _rated(slug: str) -> Ladder:
    """Raises Refusal."""
    found = queries.ladder(slug)
    if found.is_solo:
        wrong = f"the ladder {slug} is solo: nobody is rated, each season has its own board"
        raise Refusal("solo-ladder", wrong, f"ask for /ladders/{slug}/seasons", status=409)
    return found


@router.get(
    "/ladders/{slug}/seasons",
    response={200: list[shapes.Season], **REFUSED},
    summary="The seasons of a solo ladder, the one to come first",
)
def seasons(request: HttpRequest, slug: str) -> Any:
    found = solo.solo_ladder(queries.ladder(slug))
    to_come = solo.to_come(ladder=found)
    return all_shaped(shapes.Season, [*([to_come] if to_come else []), *solo.seasons(ladder=found)])


@router.get(
    "/ladders/{slug}/seasons/{number}", response={200: shapes.Season, **REFUSED}, summary="A season that has begun"
)
def season(request: HttpRequest, slug: str, number: Number) -> Any:
    return shaped(shapes.Season)(solo.season_row(_season(slug, number)))


@router.get(
    "/ladders/{slug}/seasons/{number}/runs",
    response={200: Listing[shapes.Run], **REFUSED},
    summary="The board of a season, best first, then those that still play",
)
def runs(request: HttpRequest, slug: str, number: Number, cursor: Cursor = "", limit: Limit = 50) -> Any:
    page = solo.board(season=_season(slug, number), cursor=cursor, limit=limit)
    return listing(page, shaped(shapes.Run))


def _season(slug: str, number: int) -> Season:
    return solo.season(ladder=solo.solo_ladder(queries.ladder(slug)), number=number)
