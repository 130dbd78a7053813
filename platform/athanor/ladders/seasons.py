"""Seasons: how the deals of a solo ladder are committed to, played for a while, and revealed.

1. `turn` sees to it that every open solo ladder has one season to come, in a transaction of its own: from its
   commit on the hash of its key is public. So the next season's key is fixed while the present one is played.
2. When the running season is over, `turn` begins the one to come and enters every bot that plays. Seasons follow
   each other without a gap; where nobody was there to turn them, as many lengths as were slept through are left
   out, and the numbers go on.
3. From `ends_at` on no match of a season is ordered; those under way are played to their end and count.
4. `reveal` publishes the key, all seeds and replays, and the runs that came too late to play every deal, when no
   match of the season is open any more. One whose key cannot be opened is logged, and holds up no other.

Each may be repeated at any time, and by two at once: the ladder's or the season's row is held, and looked at anew.
"""

from __future__ import annotations

import logging
import secrets
from datetime import datetime, time, timedelta

from django.core.exceptions import ImproperlyConfigured
from django.db import transaction

from arena.games.registry import GAMES
from arena.replay.seeds import KEY_LENGTH, commitment, season_set
from athanor import sealing
from athanor.bots.models import Bot
from athanor.ladders import runs
from athanor.ladders.models import Ladder, Season
from athanor.lifecycles import MATCH_IS_OPEN
from athanor.matches import epochs
from athanor.matches.models import Match

log = logging.getLogger(__name__)


def turn(*, now: datetime) -> int:
    """Keeps every open solo ladder in season. How many seasons were begun."""
    begun = 0
    for ladder in Ladder.objects.filter(open=True, seats=1):
        commit(ladder=ladder, now=now)
        if begin(ladder=ladder, now=now):
            begun += 1
            commit(ladder=ladder, now=now)
    return begun


def commit(*, ladder: Ladder, now: datetime) -> None:
    """Makes the season to come, and publishes its key's hash, if there is none."""
    if Season.objects.filter(ladder=ladder, begun_at=None).exists():
        return
    with transaction.atomic(durable=True):
        held = Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
        if Season.objects.filter(ladder=held, begun_at=None).exists():
            return
        last = Season.objects.filter(ladder=held).order_by("-number").first()
        starts_at = last.ends_at if last else _midnight(now)
        key = secrets.token_bytes(KEY_LENGTH)
        Season.objects.create(
            ladder=held,
            number=last.number + 1 if last else 1,
            key=sealing.sealed(key),
            commitment=commitment(key),
            seeds=held.season_seeds,
            entries=held.season_entries,
            options=GAMES[held.game].settle(1, held.options),
            clock=held.clock,
            committed_at=now,
            starts_at=starts_at,
            ends_at=starts_at + timedelta(days=held.season_days),
        )


def _midnight(now: datetime) -> datetime:
    """A ladder's first season is that of its first day, so that all of them turn at midnight."""
    return datetime.combine(now.date(), time.min, now.tzinfo)


@transaction.atomic
def begin(*, ladder: Ladder, now: datetime) -> bool:
    """Begins the season to come, if its time is there and no other is on. Says whether it did."""
    held = Ladder.objects.select_for_update(no_key=True).get(pk=ladder.pk)
    season = Season.objects.filter(ladder=held, begun_at=None, starts_at__lte=now).first()
    if season is None or not held.open or runs.running(held, now) is not None:
        return False
    length = season.ends_at - season.starts_at
    slept = (now - season.starts_at) // length * length
    season.starts_at, season.ends_at = season.starts_at + slept, season.ends_at + slept
    # Another process may have committed to it after this one looked at the clock.
    season.begun_at = max(now, season.committed_at)
    season.save(update_fields=["starts_at", "ends_at", "begun_at"])
    playing = Bot.objects.filter(current__isnull=False, retired_at=None).select_related("current__bot__owner")
    for bot in playing.order_by("current"):
        if bot.current is not None and held.game in bot.current.games:
            runs.enter(season=season, version=bot.current, now=now)
    return True


def reveal(*, now: datetime) -> int:
    """Publishes every season that is over and played to its end. How many were."""
    over = Season.objects.filter(begun_at__isnull=False, revealed_at=None, ends_at__lte=now).order_by("pk")
    revealed = 0
    for pk, slug, number in list(over.values_list("pk", "ladder__slug", "number")):
        try:
            revealed += _reveal(pk, now)
        except ImproperlyConfigured as wrong:
            log.error("season %d of ladder %s cannot be revealed: %s", number, slug, wrong)
    return revealed


@transaction.atomic
def _reveal(season_id: int, now: datetime) -> bool:
    season = Season.objects.select_for_update(no_key=True, of=("self",)).select_related("ladder").get(pk=season_id)
    matches = Match.objects.filter(season=season)
    if season.revealed_at is not None or matches.filter(MATCH_IS_OPEN).exists():
        return False
    for deal in list(matches.order_by().values_list("duplicate_set", flat=True).distinct()):
        seed = epochs.seed_of_deal(
            key=season.key, duplicate_set=deal, game=season.ladder.game, options=season.options
        )
        matches.filter(duplicate_set=deal).update(seed=seed)
    for run in season.runs.filter(merit="").select_related("season"):
        runs.count(run=run, is_final=True)
    season.key, season.revealed_at = sealing.opened(season.key).hex(), now
    season.save(update_fields=["key", "revealed_at"])
    return True


def set_of(season: Season, deal: int) -> str:
    return season_set(season.ladder.slug, season.number, deal)
