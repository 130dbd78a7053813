"""What pages read of accounts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from athanor.accounts.models import User
from athanor.refusals import NotFound


@dataclass(frozen=True, slots=True)
class TokenRow:
    pk: int
    name: str
    prefix: str
    scopes: list[str]
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None


def tokens_of(user: User) -> list[TokenRow]:
    """The tokens that are not revoked."""
    rows = user.tokens.filter(revoked_at=None).order_by("-pk")
    return [
        TokenRow(*row)
        for row in rows.values_list("pk", "name", "prefix", "scopes", "created_at", "expires_at", "last_used_at")
    ]


def author(username: str) -> User:
    found = User.objects.filter(username=username, is_active=True).first()
    if found is None:
        raise NotFound(f"there is no author called {username!r}"[:120])
    return found
