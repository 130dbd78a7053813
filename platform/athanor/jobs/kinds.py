"""What the job machine has to know of each kind of job: a handler, registered by the app whose work it is.

The subject of a job is what the work is about: a match, a version. Its row is locked before any row of its job.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar, cast

from django.conf import settings
from django.db.models import Model, Q

from athanor.jobs.models import Attempt, Job, Kind
from athanor.lifecycles import AttemptState
from athanor.storage import blobs
from athanorpb.farm.values import CheckRecord, MatchRecord

S = TypeVar("S", bound=Model)
"""The subject."""
R = TypeVar("R", MatchRecord, CheckRecord)
"""What a worker's signed record says."""

Stored = Mapping[str, int | None]
"""The sizes of blobs by digest; None: it is not in the store."""


class Handler(ABC, Generic[S]):
    kind: Kind
    model: type[S]
    path = "job"
    """The lookup from a subject to its job."""
    task: str
    """The Celery task that does the work."""
    postponed: Q | None = None
    """Jobs that wait for something else than a worker: they are not sent, and not overdue."""
    stopped = "the worker that had it stopped responding"

    def subject(self, job: Job) -> S:
        return self.model._default_manager.get(**{self.path: job})

    def held(self, job: Job) -> S:
        """The subject, its row locked; inside a transaction."""
        rows = self.model._default_manager.select_for_update(no_key=True, of=("self",))
        return rows.get(**{self.path: job})

    @abstractmethod
    def message(self, attempt: Attempt) -> Mapping[str, Any] | None:
        """What a worker is sent; None: it is postponed."""

    @abstractmethod
    def longest(self, subject: S) -> timedelta:
        """How long a worker may take from its first heartbeat to its record."""

    def began(self, subject: S, now: datetime) -> None:
        """A worker has begun it."""

    def waits_again(self, subject: S, attempt: Attempt, fault: str, now: datetime) -> None:
        """After an attempt that failed another one is open."""

    @abstractmethod
    def given_up(self, subject: S, fault: str, now: datetime) -> None:
        """The job is void: none of its attempts may settle it any more."""

    def why_postponed(self, subject: S) -> str:
        """Why a job that was postponed for too long is void."""
        raise NotImplementedError(f"no job of the kind {self.kind} is postponed")

    def untaken(self, job: Job, now: datetime) -> str:
        """Why no worker took it in time."""
        return "no worker took it in time"

    def lease(self) -> timedelta:
        """How long an attempt lasts from heartbeat to heartbeat."""
        return timedelta(seconds=settings.LEASE)

    def deadline(self, subject: S, now: datetime) -> datetime:
        """Until when an attempt that is sent now waits for a worker, and for its record."""
        return now + timedelta(seconds=settings.QUEUE_PATIENCE) + self.longest(subject)

    def is_given_up(self, job: Job, subject: S, now: datetime) -> bool:
        """Whether there is to be no further attempt."""
        began = Q(state=AttemptState.FAILED) | Q(state=AttemptState.EXPIRED, started_at__isnull=False)
        patience = timedelta(seconds=settings.NEVER_TAKEN)
        return job.attempts.filter(began).count() >= settings.ATTEMPTS or now - job.ordered_at > patience


class RecordHandler(Handler[S], Generic[S, R]):
    """Of work that arena workers do, who send a signed record of it."""

    record: type[R]

    @abstractmethod
    def names(self, record: R, subject: S) -> bool:
        """Whether the record is of that subject."""

    @abstractmethod
    def digests(self, record: R) -> Iterator[str]:
        """Of what has to be in the store, or is measured there; empty ones are none."""

    @abstractmethod
    def fault(self, record: R, subject: S, stored: Stored) -> str:
        """Why the record settles nothing, which is our fault; empty: it does."""

    @abstractmethod
    def settle(self, record: R, subject: S, stored: Stored, now: datetime) -> None:
        """Writes down what the record says."""

    def has_stalled(self, record: R) -> bool:
        """Whether the worker's host stood still: the next attempt is alone on its host."""
        return False

    def stored(self, record: R) -> Stored:
        return {digest: blobs().size(digest) for digest in self.digests(record) if digest}


_handlers: dict[str, Handler[Any]] = {}


def register(handler: Handler[Any]) -> None:
    _handlers[handler.kind] = handler


def handler_of(job: Job) -> Handler[Any]:
    return _handlers[job.kind]


def handlers() -> list[Handler[Any]]:
    """Of all kinds, in the order of the apps."""
    return list(_handlers.values())


def record_handler(kind: Kind) -> RecordHandler[Any, Any]:
    return cast(RecordHandler[Any, Any], _handlers[kind])
