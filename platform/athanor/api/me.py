"""Whom a token belongs to, and what it may still do."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router

from athanor.api import shapes
from athanor.api.tokens import READS, caller
from athanor.bots import queries

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
