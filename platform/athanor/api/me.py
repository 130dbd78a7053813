"""Whom a token belongs to, and what it may still do."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router

from athanor.api import shapes
from athanor.api.rows import all_shaped
from athanor.api.tokens import READS, caller
from athanor.bots import queries
from athanor.notices import queries as notices_queries
from athanor.notices import services
from athanor.replays import stars

router = Router(tags=["account"])


@router.get("/me", response={200: shapes.Me, 401: shapes.ErrorDocument}, auth=READS, summary="Who you are")
def me(request: HttpRequest) -> Any:
    user = caller(request)
    quota = queries.quota(user=user, now=timezone.now())
    return {
        "username": user.username,
        "scopes": request.auth.scopes,  # type: ignore[attr-defined]
        "uploads_left_today": quota.left_today,
        "uploads_pending": quota.pending,
        "bots_left": quota.bots_left,
    }


@router.get(
    "/me/stars",
    response={200: list[shapes.Match], 401: shapes.ErrorDocument},
    auth=READS,
    summary="The matches whose replays you have starred, the last one first",
)
def starred(request: HttpRequest) -> Any:
    return all_shaped(shapes.Match, stars.starred(user=caller(request)))


@router.get(
    "/me/notices",
    response={200: list[shapes.Notice], 401: shapes.ErrorDocument},
    auth=READS,
    summary="What the site has to tell you, the last one first",
)
def notices(request: HttpRequest) -> Any:
    return all_shaped(shapes.Notice, notices_queries.notices_of(caller(request)))


@router.post(
    "/me/notices/read",
    response={200: shapes.ReadNotices, 401: shapes.ErrorDocument},
    auth=READS,
    summary="You have read them, up to one",
)
def read_notices(request: HttpRequest, wish: shapes.UptoNotice) -> Any:
    return {"read": services.read(user=caller(request), upto=wish.upto, now=timezone.now())}
