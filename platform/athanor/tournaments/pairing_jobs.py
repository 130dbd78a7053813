"""Rounds that take long to pair, as jobs: a process of its own takes its time, and nothing waits for it.

Before: a tournament runs, every pairing of its last round is decided, and the pairing layer says that the next one
takes long (`takes_long`: a Swiss of hundreds).

1. Whoever moves the tournament on orders a job under the tournament's row, for the records that there are; its
   message goes to the queue `pairing` (`athanor.jobs.services` has all that jobs have in common).
2. Who takes the message computes, and sends a heartbeat several times in the time of a lease.
3. The round is written under the row, if nothing was recorded since; else it is computed anew for what there is
   now. One that has to wait for its time is computed a little before it, and kept in the job's row until then.
4. After `SENT_OUT` attempts nobody seems to take such messages: the job is void, and whoever moves the tournament
   on computes the round itself.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Event as Bell
from threading import Thread
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.db.utils import Error
from django.utils import timezone

from arena.orders.queues import PAIRING_QUEUE
from arena.pairing.documents import read_event, to_document
from arena.pairing.events import Drawn, Ended, Paired
from athanor.jobs import kinds
from athanor.jobs import services as jobs
from athanor.jobs.kinds import Handler
from athanor.jobs.models import Attempt, Job, Kind
from athanor.jobs.services import Settlement
from athanor.lifecycles import JOB_IS_OPEN, OPEN_JOB, TournamentState
from athanor.tournaments import progress, wakeups
from athanor.tournaments.models import RUNS, PairingJob, Tournament
from athanor.tournaments.records import due_of

log = logging.getLogger(__name__)

PAIR: Final = "site.pair_tournament"
"""(tournament, token)"""
Due = Drawn | Paired | Ended
SENT_OUT: Final = 3
HEARTBEATS: Final = 4
"""In the time of a lease."""
LONGEST: Final = timedelta(days=1)


def is_left_to_others(seen: Tournament, now: datetime) -> bool:
    """Sees to it that somebody pairs the next round aside; False: nobody does, and the caller has to."""
    with transaction.atomic():
        held = Tournament.objects.select_for_update(no_key=True).get(pk=seen.pk)
        if held.state != TournamentState.RUNNING or held.sequence != seen.sequence:
            return True
        if held.next_round_at is not None and held.rounds and now < held.next_round_at - _lead():
            return True
        ordered = _of(held)
        if ordered is None:
            order(held, now)
            return True
        return ordered.job.state in OPEN_JOB


def _lead() -> timedelta:
    """A round that waits for its time is computed a little before it."""
    return timedelta(seconds=2 * settings.PAIRING_LEASE)


def _of(tournament: Tournament) -> PairingJob | None:
    """That of the records that there are."""
    ordered = PairingJob.objects.filter(tournament=tournament, sequence=tournament.sequence)
    return ordered.select_related("job").first()


def order(held: Tournament, now: datetime) -> Job:
    """A job for the records that there are; one for earlier records is wanted no more."""
    for outdated in list(Job.objects.filter(JOB_IS_OPEN, pairing__tournament=held)):
        jobs.give_up(job=outdated, fault="something was recorded meanwhile", now=now)
    job = jobs.order(kind=Kind.PAIRING, queue=PAIRING_QUEUE, now=now)
    PairingJob.objects.create(job=job, tournament=held, sequence=held.sequence)
    jobs.open_attempt(job=job, subject=held, now=now)
    return job


def pair(*, token: str) -> bool:
    """Pairs the round that an attempt is for. Says whether it was written."""
    mine = PairingJob.objects.filter(job__attempts__token=token, job__attempts__closed_at=None)
    ordered = mine.select_related("tournament").first()
    if ordered is None or ordered.tournament.state not in RUNS:
        return False
    seen = ordered.tournament
    with _heartbeats(token):
        event = due_of(seen)
    now = timezone.now()
    written = _keep(ordered, token, event, now) and event is not None and progress.record_due(event, seen, now)
    # Whatever comes now - games to play, a round of what was recorded meanwhile - is the schedule's again.
    wakeups.wake()
    return written


@transaction.atomic
def _keep(ordered: PairingJob, token: str, event: Due | None, now: datetime) -> bool:
    """Writes down what was computed; False: the attempt was given to somebody else meanwhile."""
    if jobs.close(token=token, now=now) is not Settlement.FINISHED:
        return False
    document = to_document(event) if event is not None else None
    PairingJob.objects.filter(pk=ordered.pk).update(event=document)
    return True


def kept(seen: Tournament) -> Due | None:
    """What was computed for the records that there are."""
    ordered = _of(seen)
    if ordered is None or ordered.event is None:
        return None
    event = read_event(ordered.event)
    assert isinstance(event, Drawn | Paired | Ended)
    return event


@contextmanager
def _heartbeats(token: str) -> Iterator[None]:
    """Before it computes, and meanwhile from a thread."""
    jobs.begin(token=token)
    done = Bell()
    heart = Thread(target=_beat, args=(token, done), daemon=True)
    heart.start()
    try:
        yield
    finally:
        done.set()
        heart.join()


def _beat(token: str, done: Bell) -> None:
    try:
        while not done.wait(settings.PAIRING_LEASE / HEARTBEATS):
            jobs.begin(token=token)
    except Error:
        # Missed heartbeats. At the worst somebody else pairs it too, and the first one counts.
        log.warning("a heartbeat of a pairing was not written", exc_info=True)
    finally:
        connection.close()


class PairingHandler(Handler[Tournament]):
    kind = Kind.PAIRING
    model = Tournament
    path = "pairing_jobs__job"
    task = PAIR
    stopped = "the process that paired it stopped responding"

    def message(self, attempt: Attempt) -> Mapping[str, Any]:
        return {"tournament": self.subject(attempt.job).pk, "token": attempt.token}

    def longest(self, subject: Tournament) -> timedelta:
        return LONGEST

    def lease(self) -> timedelta:
        return timedelta(seconds=settings.PAIRING_LEASE)

    def deadline(self, subject: Tournament, now: datetime) -> datetime:
        return now + self.lease()

    def is_given_up(self, job: Job, subject: Tournament, now: datetime) -> bool:
        is_wanted = subject.state in RUNS and job.pairing.sequence == subject.sequence
        return not is_wanted or job.attempts.count() >= SENT_OUT or super().is_given_up(job, subject, now)

    def given_up(self, subject: Tournament, fault: str, now: datetime) -> None:
        log.warning("no round of tournament %d was paired aside: %s", subject.pk, fault)
        wakeups.wake()


kinds.register(PairingHandler())
