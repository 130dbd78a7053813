"""The sweeper: what makes sure that every job ends, whatever died in between.

Each round gives what is overdue to another attempt, makes void what was postponed for too long, gives an attempt
to a job that has none, and sends again what may never have been sent or was lost on the way. It is periodic; two
at once disturb nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from arena.orders.lanes import level_of
from athanor.jobs import lost_messages, services, workers
from athanor.jobs.kinds import Handler, handler_of, handlers
from athanor.jobs.models import Attempt, Job, Kind
from athanor.lifecycles import ATTEMPT_IS_OPEN, JOB_IS_OPEN, OPEN_JOB, JobState

log = logging.getLogger(__name__)

A_ROUND = 200
"""Rows of each kind, and of each queue, that one round takes."""


@dataclass(frozen=True, slots=True)
class Swept:
    sent: int
    overdue: int
    forsaken: int


def sweep(*, now: datetime | None = None) -> Swept:
    now = now or timezone.now()
    overdue = forsaken = 0
    for handler in handlers():
        overdue += _each(_expire, _overdue(handler, now), now)
        _each(_give_up_postponed, _postponed_for_too_long(handler, now), now)
        forsaken += _each(_take_up, _without_attempt(handler.kind), now)
    workers.tell_operator(now=now)
    return Swept(sent=_send(now), overdue=overdue, forsaken=forsaken)


def _each(step: Callable[[int, datetime], bool], found: QuerySet[Any, int], now: datetime) -> int:
    """How many rows the step changed."""
    changed = 0
    for pk in list(found[:A_ROUND]):
        with _going_on(step.__name__.strip("_"), pk):
            changed += step(pk, now)
    return changed


@contextmanager
def _going_on(step: str, pk: int) -> Iterator[None]:
    """One row that a step fails for must not keep all others waiting: it is logged."""
    try:
        yield
    except OperationalError:
        raise  # The database is away.
    except Exception:
        log.exception("the sweeper's step %s failed for row %d; it goes on with the others", step, pk)


def _open_jobs(kind: Kind) -> QuerySet[Job]:
    return Job.objects.filter(JOB_IS_OPEN, kind=kind)


def _ready(handler: Handler[Any], jobs: QuerySet[Job]) -> QuerySet[Job]:
    """Those that wait for nothing but a worker."""
    return jobs.exclude(handler.postponed) if handler.postponed is not None else jobs


def _overdue(handler: Handler[Any], now: datetime) -> QuerySet[Attempt, int]:
    ready = _ready(handler, _open_jobs(handler.kind)).values("pk")
    overdue = Attempt.objects.filter(ATTEMPT_IS_OPEN, job__in=ready, deadline__lt=now)
    return overdue.values_list("pk", flat=True)


@transaction.atomic
def _expire(attempt_id: int, now: datetime) -> bool:
    attempt = Attempt.objects.select_related("job").get(pk=attempt_id)
    job, handler = attempt.job, handler_of(attempt.job)
    subject = handler.held(job)
    fault = handler.stopped if attempt.started_at is not None else handler.untaken(job, now)
    # The deadline again: the worker may have begun it since.
    this = Attempt.objects.filter(pk=attempt_id, deadline__lt=now)
    if not services.expire(job=job, subject=subject, attempts=this, fault=fault, now=now):
        return False
    log.warning("%s of %s, %s, is overdue: %s", attempt, job, subject, fault)
    return True


def _postponed_for_too_long(handler: Handler[Any], now: datetime) -> QuerySet[Job, int]:
    if handler.postponed is None:
        return Job.objects.none().values_list("pk", flat=True)
    before = now - timedelta(seconds=settings.NEVER_TAKEN)
    found = _open_jobs(handler.kind).filter(handler.postponed, ordered_at__lt=before)
    return found.values_list("pk", flat=True)


def _give_up_postponed(job_id: int, now: datetime) -> bool:
    """What waited for something else for too long ends as what no worker ever took."""
    job = Job.objects.get(pk=job_id)
    handler = handler_of(job)
    return services.give_up(job=job, fault=handler.why_postponed(handler.subject(job)), now=now)


def _without_attempt(kind: Kind) -> QuerySet[Job, int]:
    open_attempts = Attempt.objects.filter(ATTEMPT_IS_OPEN, job=OuterRef("pk"))
    return _open_jobs(kind).filter(~Exists(open_attempts)).values_list("pk", flat=True)


@transaction.atomic
def _take_up(job_id: int, now: datetime) -> bool:
    """A job that is open without an attempt: no step of ours leaves one, but a hand in the database might."""
    job = Job.objects.get(pk=job_id)
    subject = handler_of(job).held(job)
    job.refresh_from_db()
    if job.state not in OPEN_JOB or job.attempts.filter(ATTEMPT_IS_OPEN).exists():
        return False
    services.again_or_void(job=job, subject=subject, fault="it had no attempt", now=now)
    return True


def _send(now: datetime) -> int:
    sent = 0
    queues = set(Job.objects.filter(JOB_IS_OPEN).values_list("kind", "queue"))
    for kind, queue in sorted(queues):
        wanted = to_send(Kind(kind), queue, now=now)
        if not workers.is_served(level_of(queue), now=now):
            # Nobody takes from that queue: whatever was sent is still there, and would be once more every time.
            wanted = wanted.filter(sent_at=None)
        for pk in list(wanted.values_list("pk", flat=True)[:A_ROUND]):
            with _going_on("send", pk):
                if not services.publish(pk):
                    return sent  # The broker is away; the next round comes soon.
                Attempt.objects.filter(pk=pk, started_at=None).update(sent_at=now)
                sent += 1
    return sent


def to_send(kind: Kind, queue: str, *, now: datetime) -> QuerySet[Attempt]:
    """Of the jobs of that kind in a queue."""
    handler = next(each for each in handlers() if each.kind == kind)
    # Open jobs are few, and found by an index of their own.
    ready = _ready(handler, _open_jobs(kind).filter(queue=queue)).values("pk")
    still_open = Attempt.objects.filter(ATTEMPT_IS_OPEN, job__in=ready)
    attempts = Attempt.objects.filter(job__queue=queue)
    ended = Job.objects.filter(queue=queue, state=JobState.DONE, ended_at__gte=now - lost_messages.QUIET)
    is_attended = bool(workers.living(now=now))
    return lost_messages.to_send(still_open, attempts, ended, now=now, is_attended=is_attended)
