"""The days' commitments and keys, as pages and the API read them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from athanor import paging
from athanor.matches.models import Epoch
from athanor.paging import Page
from athanor.refusals import Refusal


@dataclass(frozen=True, slots=True)
class EpochRow:
    day: date
    commitment: str
    key: str
    """Empty until it is revealed."""
    opened_at: datetime
    revealed_at: datetime | None
    sets: int


def epochs(*, cursor: str = "", limit: int = 30) -> Page[EpochRow]:
    rows = Epoch.objects.order_by("-day")
    if cursor:
        (text,) = paging.read(cursor, str)
        try:
            rows = rows.filter(day__lt=date.fromisoformat(text))
        except ValueError:
            raise Refusal("bad-cursor", f"{text[:60]!r} is no day", "begin without a cursor") from None
    found = [
        EpochRow(epoch.day, epoch.commitment, epoch.revealed_key, epoch.opened_at, epoch.revealed_at, epoch.sets)
        for epoch in rows[: limit + 1]
    ]
    return paging.page_of(found, limit, lambda row: (row.day.isoformat(),))
