"""The transparency log as pages and the API read it: what is chained, and nothing that waits or is sealed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from arena.replay.transparency import FIRST
from athanor.matches.models import LogEntry, LogHead
from athanor.matches.transparency_log import document_of

A_PAGE = 50


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
    opened: list[OpenedRow] = []
    if entry.kind == "opened":
        batches = [batch["entries"] for batch in entry.details["batches"]]
        opened = [
            OpenedRow(datetime.fromisoformat(one["at"]), one["kind"], one["details"])
            for entries in (*batches, entry.details["rest"])
            for one in entries
        ]
    return LogRow(entry.number, entry.at, entry.kind, entry.details, entry.hash, opened)
