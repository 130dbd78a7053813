"""The sweeper: what makes sure that every ordered match ends, whatever died in between.

Each round sends again what may never have been sent or was lost on the way, gives what is overdue to another
attempt, and gives an attempt to a match that has none. It is periodic; two at once disturb nothing.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from athanor.attempts import UNSENT_AFTER
from athanor.lifecycles import ATTEMPT_IS_OPEN, MATCH_IS_OPEN, OPEN_MATCH, AttemptState, moved
from athanor.matches import dispatch, services
from athanor.matches.models import Attempt, Match

log = logging.getLogger(__name__)

A_ROUND = 200
"""Rows of each kind that one round takes."""


OVERTAKEN_BY = timedelta(seconds=15)
"""Two workers may take orders in another order than they were sent, but not by so much."""


@dataclass(frozen=True, slots=True)
class Swept:
    sent: int
    overdue: int
    forsaken: int


def sweep(*, now: datetime | None = None) -> Swept:
    now = now or timezone.now()
    overdue = Attempt.objects.filter(ATTEMPT_IS_OPEN, deadline__lt=now).values_list("pk", flat=True)[:A_ROUND]
    expired = sum(_expire(pk, now) for pk in list(overdue))
    forsaken = sum(_take_up(pk, now) for pk in list(_without_attempt()[:A_ROUND]))
    unsent = Attempt.objects.filter(ATTEMPT_IS_OPEN, sent_at=None, opened_at__lt=now - UNSENT_AFTER)
    sent = 0
    for pk in [*unsent.values_list("pk", flat=True)[:A_ROUND], *_overtaken(now)]:
        if not dispatch.publish(pk):
            break  # The broker is away; the next round comes soon.
        Attempt.objects.filter(pk=pk, started_at=None).update(sent_at=now)
        sent += 1
    return Swept(sent=sent, overdue=expired, forsaken=forsaken)


def _overtaken(now: datetime) -> list[int]:
    """Attempts whose message the broker seems to have lost: one that was opened well after them has begun.

    The queue is first in, first out, so that orders which merely wait are not sent again and again; a worker
    that gets an order twice plays it once.
    """
    begun = Attempt.objects.exclude(started_at=None).order_by("-pk").values_list("opened_at", flat=True).first()
    if begun is None:
        return []
    lost = Attempt.objects.filter(
        ATTEMPT_IS_OPEN, started_at=None, opened_at__lt=begun - OVERTAKEN_BY, sent_at__lt=now - OVERTAKEN_BY
    )
    return list(lost.values_list("pk", flat=True)[:A_ROUND])


@transaction.atomic
def _expire(attempt_id: int, now: datetime) -> bool:
    attempt = Attempt.objects.select_related("match").get(pk=attempt_id)
    match = Match.objects.select_for_update(no_key=True).get(pk=attempt.match_id)
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
    match = Match.objects.select_for_update(no_key=True).get(pk=match_id)
    if match.attempts.filter(ATTEMPT_IS_OPEN).exists() or match.state not in [state.value for state in OPEN_MATCH]:
        return False
    services.again_or_void(match=match, fault="it was left without an attempt", now=now)
    return True
