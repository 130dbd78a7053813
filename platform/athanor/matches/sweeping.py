"""The sweeper: what makes sure that every ordered match ends, whatever died in between.

Each round sends again what may never have been sent or was lost on the way, gives what is overdue to another
attempt, and gives an attempt to a match that has none. It is periodic; two at once disturb nothing.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from athanor import lost_orders
from athanor.lifecycles import ATTEMPT_IS_OPEN, MATCH_IS_OPEN, OPEN_MATCH, AttemptState, MatchState, moved
from athanor.matches import dispatch, services, workers
from athanor.matches.models import WAITS_FOR_BEACON, Attempt, Match
from athanorpb.isolation import isolation_of

log = logging.getLogger(__name__)

A_ROUND = 200
"""Rows of each kind that one round takes."""
ATTEMPT_WAITS_FOR_BEACON = Q(match__beacon_round__randomness="")


@dataclass(frozen=True, slots=True)
class Swept:
    sent: int
    overdue: int
    forsaken: int


def sweep(*, now: datetime | None = None) -> Swept:
    """Of matches; `bots.checking.sweep` is that of checks."""
    now = now or timezone.now()
    overdue = Attempt.objects.filter(~ATTEMPT_WAITS_FOR_BEACON, ATTEMPT_IS_OPEN, deadline__lt=now)
    expired = sum(_expire(pk, now) for pk in list(overdue.values_list("pk", flat=True)[:A_ROUND]))
    _give_up_waiting(now)
    workers.tell_operator(now=now)
    forsaken = sum(_take_up(pk, now) for pk in list(_without_attempt()[:A_ROUND]))
    return Swept(sent=_send(now), overdue=expired, forsaken=forsaken)


def _send(now: datetime) -> int:
    sent = 0
    queues = set(Match.objects.filter(MATCH_IS_OPEN).values_list("purpose", "least_isolation"))
    for purpose, least in sorted(queues):
        wanted = to_send(purpose, least, now=now)
        if not workers.is_served(isolation_of(least), now=now):
            # Nobody takes from that queue: whatever was sent is still there, and would be once more every time.
            wanted = wanted.filter(sent_at=None)
        for pk in list(wanted.values_list("pk", flat=True)[:A_ROUND]):
            if not dispatch.publish(pk):
                return sent  # The broker is away; the next round comes soon.
            Attempt.objects.filter(pk=pk, started_at=None).update(sent_at=now)
            sent += 1
    return sent


def to_send(purpose: str, least: str, *, now: datetime) -> QuerySet[Attempt]:
    """Of the queue of these matches: that of their lane and of the level of isolation that they require."""
    queued = Match.objects.filter(purpose=purpose, least_isolation=least)
    # Open matches are few, and found by an index of their own.
    open_matches = queued.filter(~WAITS_FOR_BEACON, MATCH_IS_OPEN).values("pk")
    still_open = Attempt.objects.filter(ATTEMPT_IS_OPEN, match__in=open_matches)
    attempts = Attempt.objects.filter(match__purpose=purpose, match__least_isolation=least)
    ended = attempts.filter(match__state=MatchState.FINISHED, match__ended_at__gte=now - lost_orders.QUIET)
    is_attended = bool(workers.living(now=now))
    return lost_orders.to_send(still_open, attempts, ended, now=now, is_attended=is_attended)


@transaction.atomic
def _expire(attempt_id: int, now: datetime) -> bool:
    attempt = Attempt.objects.select_related("match").get(pk=attempt_id)
    match = services.held(attempt.match)
    began = attempt.started_at is not None
    fault = "the worker that played it stopped responding" if began else _untaken(match, now)
    # The deadline again: the worker may have begun it since.
    rows = Attempt.objects.filter(pk=attempt_id, deadline__lt=now)
    if not moved(rows, AttemptState.EXPIRED, closed_at=now, reason=fault):
        return False
    log.warning("attempt %d of match %s is overdue: %s", attempt.number, match.public_id, fault)
    services.again_or_void(match=match, fault=fault, now=now)
    return True


def _untaken(match: Match, now: datetime) -> str:
    missing = workers.missing(isolation_of(match.least_isolation), now=now)
    return f"no worker took it in time: {missing}" if missing else "no worker took it in time"


def _give_up_waiting(now: datetime) -> None:
    """Matches whose round of the beacon never came: they end as those that no worker ever took."""
    before = now - timedelta(seconds=settings.NEVER_TAKEN)
    waiting = Match.objects.filter(MATCH_IS_OPEN, WAITS_FOR_BEACON, ordered_at__lt=before)
    for match in list(waiting.select_related("beacon_round")[:A_ROUND]):
        with transaction.atomic():
            services.give_up(match=services.held(match), fault=f"{match.beacon_round} did not come", now=now)


def _without_attempt() -> QuerySet[Match, int]:
    open_attempts = Attempt.objects.filter(ATTEMPT_IS_OPEN, match=OuterRef("pk"))
    return Match.objects.filter(MATCH_IS_OPEN, ~Exists(open_attempts)).values_list("pk", flat=True)


@transaction.atomic
def _take_up(match_id: int, now: datetime) -> bool:
    """A match that is open without an attempt: no step of ours leaves one, but a hand in the database might."""
    match = services.held(Match.objects.get(pk=match_id))
    if match.attempts.filter(ATTEMPT_IS_OPEN).exists() or match.state not in [state.value for state in OPEN_MATCH]:
        return False
    services.again_or_void(match=match, fault="it had no attempt", now=now)
    return True
