"""The transparency log as pages and the API read it: what is chained, and nothing that waits or is sealed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, islice
from typing import Any, Final

from arena.replay.transparency import FIRST
from athanor.matches.models import LogEntry, LogHead
from athanor.matches.transparency_log import document_of

A_PAGE: Final = 50
OPENED_SHOWN: Final = 20
"""Of the entries that one entry opens; the page leads to all of them."""
LISTED: Final = 10
"""Of an entry's matches, or groups."""


@dataclass(frozen=True, slots=True)
class Head:
    number: int
    hash: str


@dataclass(frozen=True, slots=True)
class OpenedRow:
    """What was sealed, in the entry that opens it."""

    at: datetime
    kind: str
    details: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LogRow:
    number: int
    at: datetime
    kind: str
    details: Mapping[str, Any]
    hash: str
    opened: Sequence[OpenedRow] = ()
    """The first of what it opens."""
    opened_count: int = 0

    @property
    def opened_more(self) -> int:
        return self.opened_count - len(self.opened)

    @property
    def whole(self) -> str:
        """The address of all of it, as it is hashed."""
        return f"/api/v1/fairness/log?after={self.number - 1}&limit=1"


def head() -> Head:
    found = LogHead.objects.filter(pk=1).first()
    return Head(0, FIRST) if found is None else Head(found.number, found.hash)


def documents(*, after: int, limit: int) -> list[dict[str, Any]]:
    """The entries behind a number, in order, as they are hashed."""
    return [document_of(entry) for entry in LogEntry.objects.filter(number__gt=after).order_by("number")[:limit]]


def newest(*, before: int | None = None) -> list[LogRow]:
    """The last entries, or those before a number; the last one first."""
    rows = LogEntry.objects.filter(number__isnull=False).order_by("-number")
    if before is not None:
        rows = rows.filter(number__lt=before)
    return [_row(entry) for entry in rows[:A_PAGE]]


def _row(entry: LogEntry) -> LogRow:
    assert entry.number is not None
    details = entry.details
    parts = [*(batch["entries"] for batch in details.get("batches", ())), details.get("rest", ())]
    opened = [
        OpenedRow(datetime.fromisoformat(one["at"]), one["kind"], _cut(one["details"]))
        for one in islice(chain.from_iterable(parts), OPENED_SHOWN)
    ]
    count = sum(map(len, parts))
    return LogRow(entry.number, entry.at, entry.kind, _cut(details), entry.hash, opened, count)


def _cut(details: Mapping[str, Any]) -> dict[str, Any]:
    """With the first of what it lists, and how many `more` there are."""
    lists = {name: list(details[name]) for name in ("matches", "commitments") if name in details}
    more = sum(max(0, len(listed) - LISTED) for listed in lists.values())
    return {**details, **{name: listed[:LISTED] for name, listed in lists.items()}, "more": more}
