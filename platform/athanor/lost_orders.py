"""Which orders are to be sent, again or at last: the broker may lose a message, and a process die before it sent
one.

All of it is about the attempts of one lane: they wait in a queue of their own, which is first in, first out, and
each worker always plays one of them, whatever the other lanes have to do.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Min, Q, QuerySet

from athanor.attempts import UNSENT_AFTER, AttemptT

OVERTAKEN_BY: Final = timedelta(seconds=15)
"""Two workers may take orders in another order than they were sent, but not by so much."""
QUIET: Final = timedelta(seconds=20)
"""A lane that has had orders to take and neither began nor ended one for so long has not got them."""


def to_send(
    still_open: QuerySet[AttemptT], attempts: QuerySet[AttemptT], ended: QuerySet[AttemptT], *, now: datetime
) -> QuerySet[AttemptT]:
    """Those of the lane's open attempts whose message was never sent, or seems to be lost; `attempts` are all of
    the lane, `ended` those that ended since `now - QUIET`.

    The broker lost it where the lane is idle, or has begun one that came later: orders which merely wait are not
    sent again and again. A worker that gets an order twice plays it once; two workers might both play it, and the
    first record counts.
    """
    oldest = still_open.aggregate(oldest=Min("pk"))["oldest"]
    if oldest is None:
        return still_open.none()
    wanted = Q(sent_at=None, opened_at__lt=now - UNSENT_AFTER)
    if is_idle(still_open, ended):
        wanted |= Q(started_at=None, sent_at__lt=now - QUIET)
    elif (begun := _begun_last(attempts.filter(pk__gt=oldest))) is not None:
        wanted |= Q(started_at=None, opened_at__lt=begun - OVERTAKEN_BY, sent_at__lt=now - OVERTAKEN_BY)
    return still_open.filter(wanted)


def is_idle(still_open: QuerySet[AttemptT], ended: QuerySet[AttemptT]) -> bool:
    """Whether no worker has anything of the lane to do, and has not had for a while."""
    return not (still_open.filter(started_at__isnull=False).exists() or ended.exists())


def _begun_last(attempts: QuerySet[AttemptT]) -> datetime | None:
    """When the last one that a worker has begun was opened."""
    return attempts.exclude(started_at=None).order_by("-pk").values_list("opened_at", flat=True).first()
