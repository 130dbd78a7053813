"""Ladders and their boards."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router

from athanor.api import shapes
from athanor.api.shapes import REFUSED, Cursor, Limit, Listing, all_shaped, listing, shaped
from athanor.ladders import queries

router = Router(tags=["ladders"])


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
    page = queries.board(ladder=queries.ladder(slug), cursor=cursor, limit=limit)
    return listing(page, shaped(shapes.Standing))
