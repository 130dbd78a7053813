from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from athanor.accounts.models import User

LISTED = 60
COUNTED = 99
"""More than these are not told apart."""


@dataclass(frozen=True, slots=True)
class NoticeRow:
    number: int
    at: datetime
    sentence: str
    address: str
    is_new: bool


def notices_of(user: User, limit: int = LISTED) -> list[NoticeRow]:
    """The last one first."""
    rows = user.notices.order_by("-pk").values_list("pk", "at", "sentence", "address", "read_at")[:limit]
    return [NoticeRow(pk, at, sentence, address, read_at is None) for pk, at, sentence, address, read_at in rows]


def unread(user: User) -> int:
    return len(user.notices.filter(read_at=None).values_list("pk")[: COUNTED + 1])
