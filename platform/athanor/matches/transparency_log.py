"""Writing and reading the transparency log: every set that is ordered, ordered again, repeated or void.

What an entry holds stands in `arena.replay.transparency`.

1. Whoever orders, repeats or voids writes an entry without a number, in its own transaction.
2. `chain` gives the waiting entries their numbers and hashes, in a transaction of its own after the commit,
   holding the head's row: so nobody who settles waits for the log, and no two transactions wait for each other.
3. What is sealed or hidden would tell how a season or a tournament goes. It waits by group: every hour there is
   one public entry with a commitment for each group, whether anything happened or not, and when nothing of the
   group is hidden any more an entry opens it all.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from django.db import transaction

from arena.replay.transparency import FIRST, commitment_of, hash_of
from athanor.matches import events
from athanor.matches.models import LogEntry, LogHead, Match, Seal, SealedEntry

A_CHAIN: Final = 500
"""Entries that one transaction gives their numbers."""


# 1. What happens to sets


def ordered(*, matches: Sequence[Match], replaces: str, now: datetime) -> None:
    first = matches[0]
    details: dict[str, Any] = {
        "set": first.duplicate_set,
        "game": first.game,
        "matches": [match.public_id for match in matches],
    }
    if replaces:
        details["replaces"] = replaces
    if first.beacon_round is not None:
        round_ = first.beacon_round
        details["beacon"] = {"name": round_.name, "round": round_.number, "due": _time(round_.due_at)}
    _append("reordered" if replaces else "ordered", first, details, now)


def repeated(*, match: Match, attempt: int, reason: str, now: datetime) -> None:
    _append("repeated", match, _of(match) | {"attempt": attempt, "reason": reason[:200]}, now)


def voided(*, match: Match, reason: str, now: datetime) -> None:
    _append("void", match, _of(match) | {"reason": reason[:200]}, now)


def _of(match: Match) -> dict[str, Any]:
    return {"set": match.duplicate_set, "match": match.public_id}


def _append(kind: str, match: Match, details: Mapping[str, Any], now: datetime) -> None:
    if match.is_sealed:
        SealedEntry.objects.create(group=group_of(match.duplicate_set), at=now, kind=kind, details=details)
        return
    LogEntry.objects.create(at=now, kind=kind, details=details)
    transaction.on_commit(chain, robust=True)


def group_of(set_id: str) -> str:
    """Of a sealed set: the season or the tournament by which it is called."""
    parts = set_id.split("/")
    return "/".join(parts[:3]) if parts[0] == "season" else parts[1]


# 2. The chain


def chain() -> int:
    """Numbers and hashes for the entries that have none. How many there were."""
    chained = 0
    while LogEntry.objects.filter(number=None).exists():
        chained += _chain_some()
    return chained


@transaction.atomic
def _chain_some() -> int:
    head = _held_head()
    waiting = list(LogEntry.objects.filter(number=None).order_by("pk")[:A_CHAIN])
    for entry in waiting:
        entry.number, entry.previous = head.number + 1, head.hash
        entry.hash = hash_of(document_of(entry))
        entry.save(update_fields=["number", "previous", "hash"])
        head.number, head.hash = entry.number, entry.hash
    head.save(update_fields=["number", "hash"])
    return len(waiting)


def _held_head() -> LogHead:
    """Its row held: one at a time adds to the chain, seals or opens."""
    LogHead.objects.get_or_create(pk=1, defaults={"hash": FIRST})
    return LogHead.objects.select_for_update(no_key=True).get(pk=1)


def document_of(entry: LogEntry) -> dict[str, Any]:
    """As it is published and hashed."""
    return {
        "number": entry.number,
        "at": _time(entry.at),
        "kind": entry.kind,
        "details": entry.details,
        "previous": entry.previous,
        "hash": entry.hash,
    }


def _time(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


# 3. What is sealed


def turn(*, now: datetime) -> None:
    """Seals when a new hour has begun, opens what nothing hides any more, chains what waits. Repeatable."""
    groups = sorted(group for some in events.closed_groups.call() for group in some)
    _seal(groups, now)
    for group in sorted(_unopened() - set(groups)):
        _open(group, now)
    chain()


def _unopened() -> set[str]:
    rows = (kind.objects.order_by().values_list("group", flat=True).distinct() for kind in (SealedEntry, Seal))
    return {group for groups in rows for group in groups}


@transaction.atomic
def _seal(groups: Sequence[str], now: datetime) -> None:
    """The entry of this hour, with a commitment for each group, unless there is one."""
    head = _held_head()
    hour = now.replace(minute=0, second=0, microsecond=0)
    if not groups or (head.sealed_at is not None and head.sealed_at >= hour):
        return
    head.sealed_at = hour
    head.save(update_fields=["sealed_at"])
    commitments = {}
    for group in groups:
        seal = Seal.objects.create(group=group, salt=secrets.token_hex(32))
        entries = list(SealedEntry.objects.filter(group=group, seal=None).order_by("pk"))
        commitments[group] = commitment_of(seal.salt, _sealed_documents(entries))
        SealedEntry.objects.filter(pk__in=[entry.pk for entry in entries]).update(seal=seal)
    LogEntry.objects.create(at=now, kind="sealed", details={"commitments": commitments})


@transaction.atomic
def _open(group: str, now: datetime) -> None:
    _held_head()
    seals = list(Seal.objects.filter(group=group).order_by("pk"))
    rest = list(SealedEntry.objects.filter(group=group, seal=None).order_by("pk"))
    if not seals and not rest:
        return
    batches = [
        {"salt": seal.salt, "entries": _sealed_documents(SealedEntry.objects.filter(seal=seal).order_by("pk"))}
        for seal in seals
    ]
    details = {"group": group, "batches": batches, "rest": _sealed_documents(rest)}
    LogEntry.objects.create(at=now, kind="opened", details=details)
    SealedEntry.objects.filter(pk__in=[entry.pk for entry in rest]).delete()
    SealedEntry.objects.filter(seal__in=seals).delete()
    Seal.objects.filter(pk__in=[seal.pk for seal in seals]).delete()


def _sealed_documents(entries: Iterable[SealedEntry]) -> list[dict[str, Any]]:
    return [{"at": _time(entry.at), "kind": entry.kind, "details": entry.details} for entry in entries]
