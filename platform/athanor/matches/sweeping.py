"""The sweeper: what makes sure that every ordered match ends, whatever died in between.

Each round sends again what may never have been sent or was lost on the way, gives what is overdue to another
attempt, and gives an attempt to a match that has none. It is periodic; two at once disturb nothing.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from athanor.attempts import UNSENT_AFTER
from athanor.bots.models import Check
from athanor.lifecycles import ATTEMPT_IS_OPEN, MATCH_IS_OPEN, OPEN_MATCH, AttemptState, MatchState, moved
from athanor.matches import dispatch, services
from athanor.matches.models import Attempt, Match

log = logging.getLogger(__name__)

A_ROUND = 200
"""Rows of each kind that one round takes."""


OVERTAKEN_BY = timedelta(seconds=15)
"""Two workers may take orders in another order than they were sent, but not by so much."""
QUIET = timedelta(seconds=20)
"""A farm that has had orders to take and neither began nor ended one for so long has not got them."""


@dataclass(frozen=True, slots=True)
class Swept:
    sent: int
    overdue: int
    forsaken: int


def sweep(*, now: datetime | None = None) -> Swept:
    """Of matches; `bots.checking.sweep` is that of checks, whose orders wait in the same queue."""
    now = now or timezone.now()
    overdue = Attempt.objects.filter(ATTEMPT_IS_OPEN, deadline__lt=now).values_list("pk", flat=True)[:A_ROUND]
    expired = sum(_expire(pk, now) for pk in list(overdue))
    forsaken = sum(_take_up(pk, now) for pk in list(_without_attempt()[:A_ROUND]))
    sent = 0
    for pk in list(Attempt.objects.filter(to_send(now=now)).values_list("pk", flat=True)[:A_ROUND]):
        if not dispatch.publish(pk):
            break  # The broker is away; the next round comes soon.
        Attempt.objects.filter(pk=pk, started_at=None).update(sent_at=now)
        sent += 1
    return Swept(sent=sent, overdue=expired, forsaken=forsaken)


def to_send(*, now: datetime) -> Q:
    """Attempts, of matches or of checks, whose message was never sent, or seems to be lost.

    The broker lost it where the farm is idle, or has begun one that came later: the queue of all is first in,
    first out, so that orders which merely wait are not sent again and again. A worker that gets an order twice
    plays it once.
    """
    unsent = Q(sent_at=None, opened_at__lt=now - UNSENT_AFTER)
    if is_idle(now=now):
        lost = Q(sent_at__lt=now - QUIET)
    elif (begun := _begun_last()) is not None:
        lost = Q(opened_at__lt=begun - OVERTAKEN_BY, sent_at__lt=now - OVERTAKEN_BY)
    else:
        return ATTEMPT_IS_OPEN & unsent
    return ATTEMPT_IS_OPEN & (unsent | Q(started_at=None) & lost)


def _begun_last() -> datetime | None:
    """When the last one that a worker has begun was opened."""
    last = [
        attempts.exclude(started_at=None).order_by("-pk").values_list("opened_at", flat=True).first()
        for attempts in (Attempt.objects, Check.objects)
    ]
    return max((opened_at for opened_at in last if opened_at is not None), default=None)


def is_idle(*, now: datetime) -> bool:
    """Whether no worker has anything to do, and has not had for a while."""
    begun = Q(ATTEMPT_IS_OPEN, started_at__isnull=False)
    since = now - QUIET
    return not (
        Attempt.objects.filter(begun).exists()
        or Check.objects.filter(begun).exists()
        or Match.objects.filter(state=MatchState.FINISHED, ended_at__gte=since).exists()
    )


@transaction.atomic
def _expire(attempt_id: int, now: datetime) -> bool:
    attempt = Attempt.objects.select_related("match").get(pk=attempt_id)
    match = services.held(attempt.match)
    began = attempt.started_at is not None
    fault = "the worker that played it was not heard of again" if began else "no worker took it in time"
    # The deadline again: the worker may have begun it since.
    rows = Attempt.objects.filter(pk=attempt_id, deadline__lt=now)
    if not moved(rows, AttemptState.EXPIRED, closed_at=now, reason=fault):
        return False
    log.warning("attempt %d of match %s is overdue: %s", attempt.number, match.public_id, fault)
    services.again_or_void(match=match, fault=fault, now=now)
    return True


def _without_attempt() -> QuerySet[Match, int]:
    open_attempts = Attempt.objects.filter(ATTEMPT_IS_OPEN, match=OuterRef("pk"))
    return Match.objects.filter(MATCH_IS_OPEN, ~Exists(open_attempts)).values_list("pk", flat=True)


@transaction.atomic
def _take_up(match_id: int, now: datetime) -> bool:
    """A match that is open without an attempt: no step of ours leaves one, but a hand in the database might."""
    match = services.held(Match.objects.get(pk=match_id))
    if match.attempts.filter(ATTEMPT_IS_OPEN).exists() or match.state not in [state.value for state in OPEN_MATCH]:
        return False
    services.again_or_void(match=match, fault="it was left without an attempt", now=now)
    return True
