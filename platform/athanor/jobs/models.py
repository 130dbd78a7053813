"""A job is something that a worker does for the site; it is tried in attempts until one is settled.

The rows are the truth, a Celery message is only a wake-up. `sent_at` is written after the broker took the
message; the sweeper sends again what has no `sent_at`, and opens another attempt for what is overdue.
"""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import Q

from athanor.bots.models import Version
from athanor.lifecycles import (
    ATTEMPT_IS_OPEN,
    JOB_IS_OPEN,
    OPEN_ATTEMPT,
    OPEN_JOB,
    AttemptState,
    JobState,
    one_of,
)
from athanorpb.isolation import Isolation

LEVELS = tuple(level.value for level in Isolation)


def new_token() -> str:
    return secrets.token_urlsafe(24)


class Kind(models.TextChoices):
    MATCH = "match", "a match"
    CHECK = "check", "the check of an upload"
    PAIRING = "pairing", "the pairing of a large round"


class Job(models.Model):
    kind = models.CharField(max_length=8, choices=Kind.choices)
    queue = models.CharField(max_length=40)
    """Where its messages wait: that of its lane, and of the level of isolation that it requires."""
    version = models.OneToOneField(Version, null=True, blank=True, on_delete=models.CASCADE, related_name="job")
    """What a check is of: its app lies below this one. Matches and rounds name their job themselves."""
    state = models.CharField(max_length=8, choices=JobState.choices, default=JobState.WAITING)
    ordered_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(kind__in=Kind.values), name="job_kind_known"),
            models.CheckConstraint(condition=Q(state__in=JobState.values), name="job_state_known"),
            models.CheckConstraint(
                condition=(one_of(OPEN_JOB) & JOB_IS_OPEN) | (~one_of(OPEN_JOB) & ~JOB_IS_OPEN),
                name="job_open_or_ended",
            ),
            models.CheckConstraint(
                condition=Q(kind=Kind.CHECK, version__isnull=False)
                | (~Q(kind=Kind.CHECK) & Q(version__isnull=True)),
                name="job_of_a_version_or_not",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["kind", "queue"], condition=JOB_IS_OPEN, name="job_open"),
            models.Index(fields=["queue", "ended_at"], condition=Q(state=JobState.DONE), name="job_done"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} job {self.pk}"


class Attempt(models.Model):
    """A try at a job; only the open one's token can settle it."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="attempts")
    number = models.PositiveIntegerField()
    token = models.CharField(max_length=64, unique=True, default=new_token)
    state = models.CharField(max_length=8, choices=AttemptState.choices, default=AttemptState.SENT)
    deadline = models.DateTimeField()
    """When it is given up: a heartbeat moves it on, but never beyond what the work may take in all."""
    opened_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=128, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    """Why it failed."""
    alone = models.BooleanField(default=False)
    """Whether nothing else runs beside it on its host: one has stalled before."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["job", "number"], name="job_attempt_number_once"),
            models.UniqueConstraint(fields=["job"], condition=ATTEMPT_IS_OPEN, name="job_attempt_one_open"),
            models.UniqueConstraint(
                fields=["job"], condition=Q(state=AttemptState.SETTLED), name="job_attempt_one_settled"
            ),
            models.CheckConstraint(condition=Q(state__in=AttemptState.values), name="job_attempt_state_known"),
            models.CheckConstraint(
                condition=(one_of(OPEN_ATTEMPT) & ATTEMPT_IS_OPEN) | (~one_of(OPEN_ATTEMPT) & ~ATTEMPT_IS_OPEN),
                name="job_attempt_open_or_closed",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["deadline"], condition=ATTEMPT_IS_OPEN, name="job_attempt_due"),
        ]

    def __str__(self) -> str:
        return f"attempt {self.number}"


class Worker(models.Model):
    """An arena worker that has reported itself (`jobs.workers`)."""

    name = models.CharField(max_length=128, unique=True)
    host = models.CharField(max_length=32)
    """The same for all that share a kernel."""
    sandbox = models.CharField(max_length=32)
    container_runtime = models.CharField(max_length=32, blank=True)
    isolation = models.CharField(max_length=8)
    heard_at = models.DateTimeField()
    """When it last reported itself."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(isolation__in=LEVELS), name="worker_isolation_known"),
        ]

    def __str__(self) -> str:
        return self.name
