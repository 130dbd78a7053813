"""Epochs: a secret key a day, committed to before the first match that uses it, revealed after the last.

1. `ensure` opens the epochs of today and tomorrow, each in a transaction of its own: from its commit on the
   commitment is public, and only a match ordered later can use it.
2. `take_set` numbers the sets of an epoch without a gap, holding the epoch's row: the number goes into the
   seed, so that nobody can try one after another until the deal pleases.
3. `reveal` publishes the key when the day is over and no match of the epoch is open.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F

from arena.replay.seeds import KEY_LENGTH, commitment, seed_of
from athanor.lifecycles import MATCH_IS_OPEN
from athanor.matches.models import Epoch, Match


class NoEpoch(Exception):
    """No epoch is open for today: `ensure` must run first, in a transaction of its own."""


def ensure(*, now: datetime) -> None:
    for day in (now.date(), now.date() + timedelta(days=1)):
        _open(day, now)


def _open(day: date, now: datetime) -> None:
    if Epoch.objects.filter(day=day).exists():
        return
    key = secrets.token_bytes(KEY_LENGTH)
    with transaction.atomic(durable=True):
        # Of two that open the same day at once the second keeps the first one's key.
        Epoch.objects.get_or_create(
            day=day,
            defaults={"key": key.hex(), "commitment": commitment(key), "opened_at": now},
        )


def take_set(*, now: datetime) -> tuple[Epoch, str]:
    """Today's epoch, its row held, and the next set id of it. Inside a transaction."""
    epoch = Epoch.objects.select_for_update(no_key=True).filter(day=now.date(), revealed_at=None).first()
    if epoch is None:
        raise NoEpoch(f"no epoch is open for {now.date()}")
    Epoch.objects.filter(pk=epoch.pk).update(sets=F("sets") + 1)
    epoch.refresh_from_db(fields=["sets"])
    return epoch, f"{epoch.day.isoformat()}/{epoch.sets}"


def seed_for(
    *, epoch: Epoch, duplicate_set: str, game: str, options: Mapping[str, Any], bundles: Iterable[str]
) -> str:
    """The seed of a fixture, in hexadecimal: the same for every match of its set."""
    key = bytes.fromhex(epoch.key)
    return seed_of(key, set_id=duplicate_set, game=game, options=options, bundles=bundles).hex()


def reveal(*, now: datetime) -> int:
    """Publishes every key that may be public. How many were."""
    revealed = 0
    for epoch in Epoch.objects.filter(day__lt=now.date(), revealed_at=None):
        with transaction.atomic():
            held = Epoch.objects.select_for_update(no_key=True).get(pk=epoch.pk)
            if not Match.objects.filter(MATCH_IS_OPEN, epoch=held).exists():
                revealed += Epoch.objects.filter(pk=held.pk, revealed_at=None).update(revealed_at=now)
    return revealed
