"""Which orders are to be sent, again or at last: the broker may lose a message, and a process die before it sent
one.

All of it is about the attempts of one lane, and of one level of isolation that they require: they wait in a queue
of their own, which is first in, first out, and each worker always plays one of a lane, whatever the others have to
do.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Min, Q, QuerySet, Value
from django.db.models.lookups import LessThan

from arena.orders.queues import WAITS_EVERY
from athanor.jobs.models import Attempt, Job

UNSENT_AFTER: Final = timedelta(seconds=5)
"""How long a message is left to the process that opened the attempt before the sweeper sends it."""
SAID_WITHIN: Final = timedelta(seconds=3 * WAITS_EVERY)
"""A worker that took an order so long ago has begun it, or has said that it waits there."""
QUIET: Final = timedelta(seconds=20)
"""A lane that has had orders to take and neither began nor ended one for so long has not got them."""


def to_send(
    still_open: QuerySet[Attempt],
    attempts: QuerySet[Attempt],
    ended: QuerySet[Job],
    *,
    now: datetime,
    is_attended: bool,
) -> QuerySet[Attempt]:
    """Those of the lane's open attempts whose message was never sent, or seems to be lost; `attempts` are all of
    the lane, `ended` its jobs that were done since `now - QUIET`.

    The broker lost it where the lane is idle, or has begun one that was sent later, while no worker says that it
    holds this one: orders which merely wait, in the queue or in a worker's hands, are not sent again and again.
    What a worker held that has died or ended may be sent once more than needed. A worker that gets an order twice
    plays it once; two workers might both play it, and the first record counts.

    Where no worker has reported itself (`is_attended` is false), all that is sent lies in the queue until one
    comes. There may be one of a version that does not report itself, so orders are sent again, but each time only
    after twice as long: in a day a dozen times, and not four thousand.
    """
    oldest = still_open.aggregate(oldest=Min("pk"))["oldest"]
    if oldest is None:
        return still_open.none()
    wanted = Q(sent_at=None, opened_at__lt=now - UNSENT_AFTER)
    if is_idle(still_open, ended):
        seldom = Q() if is_attended else _waits_for_longer_than_when_it_was_sent(now)
        wanted |= Q(seldom, started_at=None, sent_at__lt=now - QUIET)
    elif (begun := _begun_last(attempts.filter(pk__gt=oldest, started_at__lt=now - SAID_WITHIN))) is not None:
        # Whatever was in the queue before that one was taken before it: long enough ago to have been heard of. The
        # time of sending is written down around the sending itself: it need not be exact.
        wanted |= Q(started_at=None, sent_at__lt=begun - UNSENT_AFTER)
    return still_open.filter(wanted)


def _waits_for_longer_than_when_it_was_sent(now: datetime) -> Q:
    then = ExpressionWrapper(F("sent_at") - F("opened_at"), DurationField())
    since = ExpressionWrapper(Value(now, DateTimeField()) - F("sent_at"), DurationField())
    return Q(LessThan(then, since))


def is_idle(still_open: QuerySet[Attempt], ended: QuerySet[Job]) -> bool:
    """Whether no worker has anything of the lane to do, and has not had for a while."""
    return not (still_open.filter(started_at__isnull=False).exists() or ended.exists())


def _begun_last(attempts: QuerySet[Attempt]) -> datetime | None:
    """When the last one was opened."""
    return attempts.order_by("-pk").values_list("opened_at", flat=True).first()
