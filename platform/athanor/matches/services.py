"""Ordering and giving up matches: every write of a match goes through here or, where a worker's messages and
records cause it, through its job (`play_jobs`; `athanor.jobs.services` says how a job goes on)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from arena.games.registry import game_named
from arena.orders.lanes import Lane
from athanor.accounts.models import User
from athanor.bots.models import Version
from athanor.jobs import services as jobs
from athanor.jobs.models import Job, Kind
from athanor.lifecycles import ATTEMPT_IS_OPEN, MATCH_IS_OPEN
from athanor.matches import beacon, epochs, transparency_log
from athanor.matches.models import Match, Purpose, Seat
from athanorpb.farm.values import Clock
from athanorpb.isolation import Isolation, isolation_of

LANES: Final[Mapping[str, Lane]] = {
    Purpose.LADDER: Lane.LADDERS,
    Purpose.CHALLENGE: Lane.CHALLENGES,
    Purpose.TOURNAMENT: Lane.TOURNAMENTS,
}


def queue_of(purpose: str, least: Isolation) -> str:
    return LANES[purpose].queue_for(least)


@transaction.atomic
def order(
    *,
    purpose: Purpose,
    game: str,
    options: Mapping[str, Any],
    clock: Clock,
    versions: Sequence[Version],
    ladder_id: int | None = None,
    least_isolation: str = Isolation.NONE.value,
    ordered_by: User | None = None,
    seatings: Sequence[Sequence[int]] | None = None,
    hidden: bool = False,
    set_name: str = "",
    replaces: str = "",
    now: datetime | None = None,
) -> list[Match]:
    """A set of matches of one deal, one for each of `seatings`: which of the versions sits at each seat.

    None: one match, the versions in their order. `replaces` is the set whose game is played again by this one.
    """
    now = now or timezone.now()
    settled_options = game_named(game).settle(len(versions), options)
    epoch, duplicate_set = epochs.named_set(set_name, now=now) if set_name else epochs.take_set(now=now)
    # With the epoch's row held: two that order at once do not both make the round's row.
    beacon_round = beacon.round_for(now=now)
    matches = []
    for seating in seatings or [range(len(versions))]:
        match = Match.objects.create(
            job=_job(purpose, least_isolation, now),
            purpose=purpose,
            game=game,
            options=settled_options,
            clock=asdict(clock),
            ladder_id=ladder_id,
            ordered_by=ordered_by,
            duplicate_set=duplicate_set,
            epoch=epoch,
            beacon_round=beacon_round,
            hidden=hidden,
            least_isolation=least_isolation,
            ordered_at=now,
        )
        _seat(match, [versions[place] for place in seating], now)
        matches.append(match)
    transparency_log.ordered(matches=matches, replaces=replaces, now=now)
    return matches


@transaction.atomic
def order_alone(
    *,
    game: str,
    options: Mapping[str, Any],
    clock: Mapping[str, Any],
    ladder_id: int,
    season_id: int,
    least_isolation: str,
    duplicate_set: str,
    version: Version,
    now: datetime,
) -> Match:
    """A match of one version with a deal of a season, which all the others have too."""
    match = Match.objects.create(
        job=_job(Purpose.LADDER, least_isolation, now),
        purpose=Purpose.LADDER,
        game=game,
        options=options,
        clock=clock,
        ladder_id=ladder_id,
        season_id=season_id,
        duplicate_set=duplicate_set,
        least_isolation=least_isolation,
        ordered_at=now,
    )
    _seat(match, [version], now)
    return match


def _job(purpose: str, least_isolation: str, now: datetime) -> Job:
    return jobs.order(kind=Kind.MATCH, queue=queue_of(purpose, isolation_of(least_isolation)), now=now)


def _seat(match: Match, versions: Sequence[Version], now: datetime) -> None:
    Seat.objects.bulk_create(
        Seat(match=match, seat=place, version=version, bot_id=version.bot_id)
        for place, version in enumerate(versions)
    )
    jobs.open_attempt(job=match.job, subject=match, now=now)


def give_up(*, match: Match, fault: str, now: datetime) -> bool:
    """Makes an open match void. Whatever record still comes for it changes nothing."""
    return jobs.give_up(job=match.job, fault=fault, now=now)


@transaction.atomic
def require_isolation(*, match_id: int, least: Isolation, fault: str, now: datetime) -> bool:
    """Requires another level of an open match. Whether it was sent anew: no worker had begun it."""
    match = held(Match.objects.get(pk=match_id))
    if not Match.objects.filter(MATCH_IS_OPEN, pk=match.pk).update(least_isolation=least):
        return False
    match.refresh_from_db(fields=["least_isolation"])
    job = match.job
    job.queue = queue_of(match.purpose, least)
    job.save(update_fields=["queue"])
    waiting = job.attempts.filter(ATTEMPT_IS_OPEN, started_at=None)
    return jobs.expire(job=job, subject=match, attempts=waiting, fault=fault, now=now)


def held(match: Match) -> Match:
    """The match, its row held, with those of its set, in one order: two that end at once see each other's end.

    Of a season the match alone: what ends there is the season, and not the set.
    """
    rows = Match.objects.select_for_update(no_key=True)
    if match.season_id is not None:
        return rows.get(pk=match.pk)
    in_order = rows.filter(duplicate_set=match.duplicate_set).order_by("id")
    return next(each for each in list(in_order) if each.pk == match.pk)


def reveal_set(*, match: Match) -> None:
    """Writes the seed to all matches of a set whose last one has ended: the same deal is played in all of them.

    The deals of a season are revealed with it (`ladders.seasons`), those of a tournament that tells its results
    later when it does (`tournaments.revealing`).
    """
    matches = Match.objects.filter(duplicate_set=match.duplicate_set)
    if match.beacon_round is not None and not match.beacon_round.randomness:
        return  # Void before it had a seed.
    if match.season_id is None and not matches.filter(MATCH_IS_OPEN | Q(hidden=True)).exists():
        matches.update(seed=epochs.seed_of_match(match))
