"""Which arena workers there are, and which orders none of them may play.

A worker reports itself when it starts and every minute. Nothing is decided by it that a record does not decide
again: who reports a level that its sandboxes do not have sends records that say so.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache

from arena.orders.envelopes import verified
from arena.orders.lanes import level_of
from arena.orders.queues import REPORTS_EVERY
from athanor.jobs.models import Job, Kind, Worker
from athanor.lifecycles import JOB_IS_OPEN, JobState
from athanorpb.farm.codec import BadMessage
from athanorpb.farm.values import WorkerReport
from athanorpb.isolation import MEANINGS, Isolation, isolation_of

LASTS: Final = timedelta(seconds=3 * REPORTS_EVERY)
"""That a worker counts as there after it has reported itself."""
FORGOTTEN: Final = timedelta(days=7)
TOLD_EVERY: Final = 86_400
"""Seconds between two lines in the log of what nobody may play."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WorkerRow:
    name: str
    host: str
    sandbox: str
    container_runtime: str
    isolation: str
    heard_at: datetime


@dataclass(frozen=True, slots=True)
class Unserved:
    """Matches that wait because no worker reaches their level."""

    least: Isolation
    matches: int

    @property
    def sentence(self) -> str:
        if self.least is Isolation.NONE:
            who = "1 match waits" if self.matches == 1 else f"{self.matches} matches wait"
            return f"{who}, and {_nobody()}: start one"
        who = "1 match requires" if self.matches == 1 else f"{self.matches} matches require"
        return f"{who} {wanting(self.least)}"


def _nobody() -> str:
    return f"no worker has reported itself within {LASTS.seconds // 60} minutes"


def missing(least: Isolation, *, now: datetime) -> str:
    """What kept workers from a match that requires that level; empty: nothing that is known here."""
    if not living(now=now):
        return f"{_nobody()} (`manage.py workers` lists them)"
    if not is_served(least, now=now):
        return f"it requires isolation level {least}, which no worker has (`manage.py workers` lists theirs)"
    return ""


def wanting(least: Isolation) -> str:
    return (
        f"isolation level {least} ({MEANINGS[least]}), which no worker has that reported itself within"
        f" {LASTS.seconds // 60} minutes: start one (`athanor doctor` says what its host lacks), or lower what the"
        " ladder requires by `manage.py require_isolation`"
    )


def report(*, signed: Any, now: datetime) -> bool:
    """Notes that a worker is there. False: it is not signed with our key."""
    try:
        said = verified(WorkerReport, signed, settings.RECORD_KEY)
    except BadMessage as error:
        log.warning("a worker's report was not taken: %s", error)
        return False
    Worker.objects.update_or_create(
        name=said.name[:128],
        defaults={
            "host": said.host[:32],
            "sandbox": said.sandbox[:32],
            "container_runtime": said.container_runtime[:32],
            "isolation": said.isolation.value,
            "heard_at": now,
        },
    )
    Worker.objects.filter(heard_at__lt=now - FORGOTTEN).delete()
    return True


def living(*, now: datetime) -> Sequence[WorkerRow]:
    """Those that have reported themselves lately, by name."""
    there = Worker.objects.filter(heard_at__gt=now - LASTS).order_by("name")
    fields = ("name", "host", "sandbox", "container_runtime", "isolation", "heard_at")
    return [WorkerRow(*row) for row in there.values_list(*fields)]


def hosts(least: Isolation, *, now: datetime) -> int:
    """How many hosts there are whose workers may play what requires that level; at least 1."""
    able = {row.host for row in living(now=now) if isolation_of(row.isolation).reaches(least)}
    return max(1, len(able))


def is_served(least: Isolation, *, now: datetime) -> bool:
    """Whether a worker is there that may play what requires that level. What requires none any worker may play."""
    if least is Isolation.NONE:
        return True
    return any(isolation_of(row.isolation).reaches(least) for row in living(now=now))


def unserved(*, now: datetime) -> list[Unserved]:
    """Also those that any worker may play, where none has been there for as long as they wait."""
    waiting = Job.objects.filter(JOB_IS_OPEN, kind=Kind.MATCH, state=JobState.WAITING)
    queues = list(waiting.values_list("queue", "ordered_at"))
    counted = Counter(level_of(queue) for queue, _ in queues)
    found = [Unserved(level, counted[level]) for level in Isolation if counted[level]]
    lacking = [each for each in found if not is_served(each.least, now=now)]
    left = sum(level_of(queue) is Isolation.NONE and ordered_at < now - LASTS for queue, ordered_at in queues)
    if left and not living(now=now):
        lacking.append(Unserved(Isolation.NONE, left))
    return lacking


def tell_operator(*, now: datetime) -> None:
    """Logs what nobody may play: once, and again after it was played, or the next day."""
    found = unserved(now=now)
    cache.delete_many([_told(level) for level in Isolation if level not in [each.least for each in found]])
    for each in found:
        if cache.add(_told(each.least), True, TOLD_EVERY):
            log.warning("%s", each.sentence)


def _told(level: Isolation) -> str:
    return f"unserved-{level}"
