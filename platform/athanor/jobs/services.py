"""Ordering, sending, settling and giving up jobs: every write of a job or an attempt goes through here.

Between the site and a worker:

1. Who orders a job writes its row, its subject's (a match, a version) and a first attempt in one transaction.
2. After the commit the attempt's message is sent, and `sent_at` says so.
3. A worker says that it has begun (`begin`), and again while it works: each heartbeat renews the attempt's lease.
4. The worker's signed record is settled (`settle`): the attempt is closed, the job is done and its subject decided
   in one transaction, if the attempt was still the open one; else nothing changes.
5. A failure that is our fault, known from a record or from a deadline that passed, opens the next attempt, or
   makes the job void when no attempt is left (`sweeping.sweep` is what notices).

Each step may be repeated, and whoever dies between two of them leaves rows from which the sweeper goes on. A kind
of job is a handler (`kinds`). The subject's row is locked before those of its job: two that change one job wait
for each other there.
"""

from __future__ import annotations

import logging
from datetime import datetime
from enum import Enum
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from arena.orders.envelopes import verified
from athanor import messages
from athanor.bots.models import Version
from athanor.jobs.kinds import RecordHandler, Stored, handler_of, record_handler
from athanor.jobs.models import Attempt, Job, Kind
from athanor.lifecycles import ATTEMPT_IS_OPEN, AttemptState, JobState, moved
from athanorpb.farm.codec import BadMessage

log = logging.getLogger(__name__)


class Settlement(Enum):
    FINISHED = "the record counts: the job is done"
    AGAIN = "our fault: another attempt is open"
    VOID = "our fault, and no attempt is left: the job is void"
    STALE = "another attempt is open, or the job has ended: nothing changed"
    FORGED = "not signed with our key, or no record at all: nothing changed"


def order(*, kind: Kind, queue: str, now: datetime, version: Version | None = None) -> Job:
    """A job without an attempt: `open_attempt` is next, in the same transaction, when its subject is written."""
    return Job.objects.create(kind=kind, queue=queue, version=version, ordered_at=now)


def open_attempt(*, job: Job, subject: Any, now: datetime, alone: bool = False) -> Attempt:
    """The job's next attempt; its message is sent once the transaction has committed."""
    attempt = Attempt.objects.create(
        job=job,
        number=job.attempts.count() + 1,
        opened_at=now,
        deadline=handler_of(job).deadline(subject, now),
        alone=alone,
    )
    transaction.on_commit(partial(publish, attempt.pk))
    return attempt


def publish(attempt_id: int) -> bool:
    """Sends an open attempt's order, and writes down that it was sent. May be repeated."""
    attempt = Attempt.objects.filter(ATTEMPT_IS_OPEN, pk=attempt_id).select_related("job").first()
    if attempt is None:
        return False
    handler = handler_of(attempt.job)
    message = handler.message(attempt)
    if message is None or not messages.send(handler.task, message, attempt.job.queue):
        return False
    Attempt.objects.filter(pk=attempt.pk, sent_at=None).update(sent_at=timezone.now())
    return True


def release(*, job: Job, now: datetime) -> bool:
    """Sends what was postponed until now: its time begins."""
    handler = handler_of(job)
    waiting = job.attempts.filter(ATTEMPT_IS_OPEN, started_at=None)
    waiting.update(deadline=handler.deadline(handler.subject(job), now))
    attempt = waiting.first()
    return attempt is not None and publish(attempt.pk)


@transaction.atomic
def begin(*, token: str, now: datetime | None = None) -> bool:
    """A heartbeat: a worker has begun this attempt, or goes on with it. True: that is news, and it is open."""
    now = now or timezone.now()
    attempt = Attempt.objects.select_related("job").filter(token=token).first()
    if attempt is None:
        return False
    handler = handler_of(attempt.job)
    # The subject before its attempt, as everywhere: who gives the job up at this moment would else wait for us
    # while we wait for them.
    subject = handler.held(attempt.job) if attempt.started_at is None else handler.subject(attempt.job)
    this, lease, longest = Attempt.objects.filter(pk=attempt.pk), now + handler.lease(), handler.longest(subject)
    if moved(this, AttemptState.STARTED, started_at=now, sent_at=now, deadline=min(lease, now + longest)):
        moved(Job.objects.filter(pk=attempt.job_id), JobState.RUNNING)
        handler.began(subject, now)
        return True
    if attempt.started_at is not None:
        # Only on: heartbeats may overtake each other.
        deadline = min(lease, attempt.started_at + longest)
        this.filter(state=AttemptState.STARTED.value, deadline__lt=deadline).update(deadline=deadline)
    return False


def wait(*, token: str, now: datetime | None = None) -> bool:
    """A worker holds the order of this attempt, which waits for its turn there: whether it is the token of one.

    That moves `sent_at` on, and what was sent just now is not lost.
    """
    waiting = Attempt.objects.filter(ATTEMPT_IS_OPEN, token=token, started_at=None)
    return bool(waiting.update(sent_at=now or timezone.now()))


def settle(*, kind: Kind, signed: Any, now: datetime | None = None) -> Settlement:
    """What a worker's signed record comes to."""
    now = now or timezone.now()
    handler = record_handler(kind)
    try:
        record = verified(handler.record, signed, settings.RECORD_KEY)
    except BadMessage as error:
        log.warning("a %s record was not taken: %s", kind, error)
        return Settlement.FORGED
    # Outside the transaction: the store may be slow, and what is stored under a digest stays what it is.
    stored = handler.stored(record)
    with transaction.atomic():
        return _settle(handler, record, stored, now)


def _settle(handler: RecordHandler[Any, Any], record: Any, stored: Stored, now: datetime) -> Settlement:
    given = Attempt.objects.filter(
        token=record.attempt.token, number=record.attempt.number, job__kind=handler.kind
    )
    attempt = given.select_related("job").first()
    if attempt is None:
        return Settlement.STALE
    subject = handler.held(attempt.job)
    if not handler.names(record, subject):
        return Settlement.STALE
    fault = handler.fault(record, subject, stored)
    closed = _close(attempt, subject, fault, now, record.worker, stalled=handler.has_stalled(record))
    if closed is Settlement.FINISHED:
        handler.settle(record, subject, stored, now)
    return closed


@transaction.atomic
def close(*, token: str, now: datetime, fault: str = "") -> Settlement:
    """What became of work that a process of the site does itself, without a record; a fault: it failed."""
    attempt = Attempt.objects.select_related("job").filter(token=token).first()
    if attempt is None:
        return Settlement.STALE
    return _close(attempt, handler_of(attempt.job).held(attempt.job), fault, now)


def _close(
    attempt: Attempt, subject: Any, fault: str, now: datetime, worker: str = "", stalled: bool = False
) -> Settlement:
    """Closes an attempt, if it is still open, and with it the job; after a fault there may be another attempt."""
    job, this = attempt.job, Attempt.objects.filter(pk=attempt.pk)
    closing: dict[str, Any] = {"closed_at": now, "worker": worker[:128]}
    if fault:
        if not moved(this, AttemptState.FAILED, reason=fault[:200], **closing):
            return Settlement.STALE
        return again_or_void(job=job, subject=subject, fault=fault, now=now, stalled=stalled)
    if not moved(this, AttemptState.SETTLED, **closing):
        return Settlement.STALE
    done = moved(Job.objects.filter(pk=job.pk), JobState.DONE, ended_at=now)
    assert done, f"{job} had an open attempt and was not open itself"
    return Settlement.FINISHED


def expire(*, job: Job, subject: Any, attempts: QuerySet[Attempt], fault: str, now: datetime) -> bool:
    """Closes that attempt, if it is still open, and opens the next. The subject's row is locked."""
    if not moved(attempts, AttemptState.EXPIRED, closed_at=now, reason=fault[:200]):
        return False
    again_or_void(job=job, subject=subject, fault=fault, now=now)
    return True


def again_or_void(*, job: Job, subject: Any, fault: str, now: datetime, stalled: bool = False) -> Settlement:
    """After an attempt that failed. Its row is closed already, and the subject's row is locked.

    Once a host has stalled, nothing else runs beside the job on its host.
    """
    handler = handler_of(job)
    if handler.is_given_up(job, subject, now):
        give_up(job=job, fault=fault, now=now)
        return Settlement.VOID
    moved(Job.objects.filter(pk=job.pk), JobState.WAITING)
    alone = stalled or job.attempts.filter(alone=True).exists()
    attempt = open_attempt(job=job, subject=subject, now=now, alone=alone)
    handler.waits_again(subject, attempt, fault, now)
    return Settlement.AGAIN


@transaction.atomic
def give_up(*, job: Job, fault: str, now: datetime) -> bool:
    """Makes an open job void. Whatever record still comes for it changes nothing."""
    handler = handler_of(job)
    subject = handler.held(job)
    if not moved(Job.objects.filter(pk=job.pk), JobState.VOID, ended_at=now):
        return False
    job.attempts.filter(ATTEMPT_IS_OPEN).update(state=AttemptState.EXPIRED, closed_at=now, reason="given up")
    handler.given_up(subject, fault or "given up", now)
    return True
