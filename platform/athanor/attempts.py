"""An attempt at an order, whatever is ordered: number, token, deadline, and whether its message was sent.

The row is the truth, the Celery message only a wake-up. `sent_at` is written after the broker took the
message; the sweeper sends again what has no `sent_at`, and opens another attempt for what is overdue.

A worker holds an attempt by a lease: it says that it has begun, and says so again every few seconds
(`arena.worker.tasks`). Each word moves the deadline on, but never beyond what the work may take in all. A worker
also says which orders wait for their turn there: that moves `sent_at` on, and what was sent just now is not lost.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import TypeVar

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet

from athanor.lifecycles import ATTEMPT_IS_OPEN, OPEN_ATTEMPT, AttemptState, moved, one_of


def new_token() -> str:
    return secrets.token_urlsafe(24)


class AttemptFields(models.Model):
    number = models.PositiveIntegerField()
    token = models.CharField(max_length=64, unique=True, default=new_token)
    state = models.CharField(max_length=8, choices=AttemptState.choices, default=AttemptState.SENT)
    deadline = models.DateTimeField()
    opened_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=128, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    """Why it failed."""

    class Meta:
        abstract = True


def open_or_closed() -> Q:
    """State and time say the same."""
    return (one_of(OPEN_ATTEMPT) & ATTEMPT_IS_OPEN) | (~one_of(OPEN_ATTEMPT) & ~ATTEMPT_IS_OPEN)


UNSENT_AFTER = timedelta(seconds=5)
"""How long a message is left to the process that opened the attempt before the sweeper sends it."""


AttemptT = TypeVar("AttemptT", bound=AttemptFields)


def heard(attempts: QuerySet[AttemptT], attempt: AttemptT, longest: timedelta, now: datetime) -> bool:
    """A worker says that it works at this attempt: whether that is its first word. Nothing, where it has ended."""
    this = attempts.filter(pk=attempt.pk)
    lease = now + timedelta(seconds=settings.LEASE)
    first = moved(this, AttemptState.STARTED, started_at=now, sent_at=now, deadline=min(lease, now + longest))
    if not first and attempt.started_at is not None:
        # Only on: words may overtake each other.
        deadline = min(lease, attempt.started_at + longest)
        this.filter(state=AttemptState.STARTED.value, deadline__lt=deadline).update(deadline=deadline)
    return first


def waits(attempts: QuerySet[AttemptT], token: str, now: datetime) -> bool:
    """A worker says that it holds the order of this attempt, which is still to begin: whether there is one."""
    return bool(attempts.filter(ATTEMPT_IS_OPEN, token=token, started_at=None).update(sent_at=now))
