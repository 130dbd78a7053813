"""Epochs: a secret key a day, committed to before the first match that uses it, revealed after the last.

1. `ensure` opens the epochs of today and tomorrow, each in a transaction of its own: from its commit on the
   commitment is public, and only a match ordered later can use it.
2. `take_set` numbers the sets of an epoch without a gap, holding the epoch's row: the number goes into the
   seed, so that nobody can try one after another until the deal pleases. A tournament's sets are named by their
   pairing instead (`named_set`): from the numbers anybody could count games whose results are told later.
3. `reveal` publishes the key when the day is over and no match of the epoch is open. Where a tournament that tells
   its results later ran past midnight, not before `KEPT_AT_LEAST`: from the minute of the key anybody could tell
   when the last hidden match of the day had ended.

A season of a solo ladder has a key of its own (`ladders.seasons`): everybody plays its deals, so no bot is in
their seeds.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.db.models import F

from arena.replay.model import NO_BEACON
from arena.replay.seeds import KEY_LENGTH, commitment, seed_of
from athanor import sealing
from athanor.lifecycles import MATCH_IS_OPEN
from athanor.matches import events
from athanor.matches.models import BeaconRound, Epoch, Match
from athanorpb.farm.values import Beacon

log = logging.getLogger(__name__)

KEPT_AT_LEAST = timedelta(hours=6)
"""After midnight: longer than a match that was ordered by then is waited for."""


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
            defaults={"key": sealing.sealed(key), "commitment": commitment(key), "opened_at": now},
        )


def named_set(name: str, *, now: datetime) -> tuple[Epoch, str]:
    """Today's epoch, its row held, and the id of a set that its orderer names; a name is used once."""
    epoch = _hold(now)
    assert not name[:1].isdecimal(), "that would look like a number"
    return epoch, f"{epoch.day.isoformat()}/{name}"


def _hold(now: datetime) -> Epoch:
    """Held to the end of the transaction: meanwhile nobody reveals its key. `ensure` must have run before, in a
    transaction of its own."""
    return Epoch.objects.select_for_update(no_key=True).get(day=now.date(), revealed_at=None)


def take_set(*, now: datetime) -> tuple[Epoch, str]:
    """Today's epoch, its row held, and the next set id of it. Inside a transaction."""
    epoch = _hold(now)
    Epoch.objects.filter(pk=epoch.pk).update(sets=F("sets") + 1)
    epoch.refresh_from_db(fields=["sets"])
    return epoch, f"{epoch.day.isoformat()}/{epoch.sets}"


def seed_for(
    *,
    epoch: Epoch,
    duplicate_set: str,
    game: str,
    options: Mapping[str, Any],
    bundles: Iterable[str],
    beacon: Beacon = NO_BEACON,
) -> str:
    """The seed of a fixture, in hexadecimal: the same for every match of its set."""
    key = sealing.opened(epoch.key)
    return seed_of(key, set_id=duplicate_set, game=game, options=options, bundles=bundles, beacon=beacon).hex()


def beacon_of(round_: BeaconRound | None) -> Beacon:
    """What of a round goes into seed and replay. Its value must be there."""
    if round_ is None:
        return NO_BEACON
    assert round_.randomness, f"{round_} is not out"
    return Beacon(round_.name, round_.number, round_.randomness)


def seed_of_deal(*, key: str, duplicate_set: str, game: str, options: Mapping[str, Any]) -> str:
    """The seed of a season's deal, which everybody plays; the key is the season's, sealed."""
    return seed_of(sealing.opened(key), set_id=duplicate_set, game=game, options=options, bundles=()).hex()


def seed_of_match(match: Match) -> str:
    """What a worker deals from, and what is published afterwards."""
    if season := match.season:
        deal = match.duplicate_set
        return seed_of_deal(key=season.key, duplicate_set=deal, game=match.game, options=season.options)
    assert match.epoch is not None
    bundles = match.seats.values_list("version__built", flat=True)
    return seed_for(
        epoch=match.epoch,
        duplicate_set=match.duplicate_set,
        game=match.game,
        options=match.options,
        bundles=list(bundles),
        beacon=beacon_of(match.beacon_round),
    )


def reveal(*, now: datetime) -> int:
    """Publishes every key that may be public. How many were."""
    revealed = 0
    for epoch in Epoch.objects.filter(day__lt=now.date(), revealed_at=None):
        if _is_kept(epoch, now):
            continue
        with transaction.atomic():
            held = Epoch.objects.select_for_update(no_key=True).get(pk=epoch.pk)
            if not Match.objects.filter(MATCH_IS_OPEN, epoch=held).exists():
                try:
                    public = sealing.opened(held.key).hex()
                except ImproperlyConfigured as wrong:
                    log.error("the key of %s cannot be published: %s", held.day, wrong)
                    continue
                revealed += Epoch.objects.filter(pk=held.pk, revealed_at=None).update(key=public, revealed_at=now)
    return revealed


def seal_anew() -> int:
    """Seals under the present SECRET_KEY each secret key that is kept otherwise. How many there were.

    Raises ImproperlyConfigured with those that cannot be opened, when the others are sealed."""
    anew, closed = 0, []
    for secret in (Epoch.objects.filter(revealed_at=None), *events.secret_keys.call()):
        for row in secret:
            if sealing.is_sealed_now(row.key):
                continue
            try:
                key = sealing.sealed(sealing.opened(row.key))
            except ImproperlyConfigured as wrong:
                closed.append(f"{row}: {wrong}")
                continue
            # Whoever made it public meanwhile has written it plainly.
            anew += secret.filter(pk=row.pk, key=row.key).update(key=key)
    if closed:
        raise ImproperlyConfigured("\n".join(closed))
    return anew


def _is_kept(epoch: Epoch, now: datetime) -> bool:
    """Whether its key would tell how far a tournament has come: by what everybody knows, and nothing else."""
    midnight = datetime.combine(epoch.day + timedelta(days=1), time(), UTC)
    return now < midnight + KEPT_AT_LEAST and any(events.tells_later.call(midnight))
