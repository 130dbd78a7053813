"""Telling users, and what they have read. Telling the same twice tells it once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from athanor.accounts.models import User
from athanor.notices.models import Notice

KEPT = timedelta(days=60)


class Told(NamedTuple):
    user: int
    """By its primary key."""
    key: str
    sentence: str
    address: str


def tell(*, told: Iterable[Told], now: datetime) -> None:
    """In the transaction of what it tells: then both are there, or neither."""
    Notice.objects.bulk_create(
        (
            Notice(
                user_id=one.user, key=one.key[:120], at=now, sentence=one.sentence[:400], address=one.address[:200]
            )
            for one in told
        ),
        batch_size=500,
        ignore_conflicts=True,
    )


def read(*, user: User, upto: int, now: datetime) -> int:
    """Everything up to the notice of this number is read; what came since is not. How many that were."""
    return user.notices.filter(read_at=None, pk__lte=upto).update(read_at=now)


def forget(*, now: datetime) -> int:
    gone, _ = Notice.objects.filter(at__lt=now - KEPT).delete()
    return gone
