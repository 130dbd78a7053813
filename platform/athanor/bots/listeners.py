"""What bots have to do with a user's own page, as its hook asks: see `athanor.hooks`."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from athanor.accounts import events
from athanor.accounts.models import User
from athanor.bots import queries


@events.own_page.register
def own_bots(user: User) -> dict[str, Any]:
    return {"bots": queries.own_bots(user), "quota": queries.quota(user=user, now=timezone.now())}
