"""Ordering, sending, settling and giving up matches: every write of a match goes through here.

Between the site and a worker:

1. `order` writes the match, its seats and a first attempt in one transaction.
2. After the commit the attempt's message is sent, and `sent_at` says so.
3. A worker says it has begun (`begin`), and again while it plays: each word is a lease on the attempt.
4. The worker's signed record is settled (`settle`): the attempt is closed and the match finished, rated and
   written into the ledger (or, of a season, counted in its run) in one transaction, if the attempt was still the
   open one; else nothing changes.
5. A failure that is our fault, known from a record or from a deadline that passed, opens the next attempt, or
   makes the match void when no attempt is left (`sweeping.sweep` is what notices).

Each step may be repeated, and whoever dies between two of them leaves rows from which the sweeper goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from enum import Enum
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from arena.games.registry import game_named
from arena.orders.envelopes import verified
from athanor.accounts.models import User
from athanor.attempts import heard, waits
from athanor.bots.models import Version
from athanor.lifecycles import ATTEMPT_IS_OPEN, MATCH_IS_OPEN, AttemptState, MatchState, moved
from athanor.matches import beacon, dispatch, epochs, events, figures, transparency_log
from athanor.matches.models import LEVELS, Attempt, Match, Purpose, Seat
from athanor.storage import blobs
from athanorpb.farm.codec import BadMessage
from athanorpb.farm.values import Clock, MatchRecord
from athanorpb.isolation import Isolation, isolation_of

log = logging.getLogger(__name__)


Stored = Mapping[str, int | None]
"""The sizes of blobs by digest; None: it is not in the store."""


class Settlement(Enum):
    FINISHED = "the result stands"
    AGAIN = "our fault: another attempt is open"
    VOID = "our fault, and no attempt is left: the match is void"
    STALE = "another attempt is open, or the match has ended: nothing changed"
    FORGED = "not signed with our key, or no record at all: nothing changed"


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


def _seat(match: Match, versions: Sequence[Version], now: datetime) -> None:
    Seat.objects.bulk_create(
        Seat(match=match, seat=place, version=version, bot_id=version.bot_id)
        for place, version in enumerate(versions)
    )
    open_attempt(match=match, now=now)


def open_attempt(*, match: Match, now: datetime, alone: bool = False) -> Attempt:
    """The match's next attempt; its message is sent once the transaction has committed."""
    attempt = Attempt.objects.create(
        match=match,
        number=match.attempts.count() + 1,
        opened_at=now,
        deadline=dispatch.deadline_of(match, now),
        alone=alone,
    )
    transaction.on_commit(partial(dispatch.publish, attempt.pk))
    return attempt


@transaction.atomic
def begin(*, token: str, now: datetime | None = None) -> bool:
    """A worker has begun this attempt, or goes on with it. True: that is news, and the attempt is open."""
    now = now or timezone.now()
    attempt = Attempt.objects.select_related("match").filter(token=token).first()
    if attempt is None:
        return False
    if attempt.started_at is None:
        # The match before its attempt, as everywhere: who calls the match off at this moment would else wait for
        # us while we wait for them.
        Match.objects.select_for_update(no_key=True).get(pk=attempt.match_id)
    if not heard(Attempt.objects.all(), attempt, dispatch.play_time(attempt.match), now):
        return False
    moved(Match.objects.filter(pk=attempt.match_id), MatchState.RUNNING, started_at=now)
    return True


def wait(*, token: str, now: datetime | None = None) -> bool:
    """A worker holds the order of this attempt, which waits for its turn: whether it is the token of one."""
    return waits(Attempt.objects.all(), token, now or timezone.now())


def settle(*, signed: Any, now: datetime | None = None) -> Settlement:
    """What a worker's signed record comes to."""
    now = now or timezone.now()
    try:
        record = verified(MatchRecord, signed, settings.RECORD_KEY)
    except BadMessage as error:
        log.warning("a match record was not taken: %s", error)
        return Settlement.FORGED
    # Outside the transaction: the store may be slow, and what is stored under a digest stays what it is.
    stored = {
        digest: blobs().size(digest) for digest in (record.replay, *(seat.log for seat in record.seats)) if digest
    }
    with transaction.atomic():
        return _settle(record, stored, now)


def _settle(record: MatchRecord, stored: Stored, now: datetime) -> Settlement:
    attempt = (
        Attempt.objects.filter(
            token=record.attempt.token, number=record.attempt.number, match__public_id=record.match
        )
        .select_related("match")
        .first()
    )
    if attempt is None:
        return Settlement.STALE
    match = held(attempt.match)
    this = Attempt.objects.filter(pk=attempt.pk)
    fault = _fault(record, match, has_replay=stored.get(record.replay) is not None)
    closing: dict[str, Any] = {"closed_at": now, "worker": record.worker[:128]}
    if fault:
        if not moved(this, AttemptState.FAILED, reason=fault[:200], **closing):
            return Settlement.STALE
        return again_or_void(match=match, fault=fault, now=now, stalled=record.stalled)
    if not moved(this, AttemptState.SETTLED, **closing):
        return Settlement.STALE
    _finish(match, record, stored, now)
    reveal_set(match=match)
    return Settlement.FINISHED


def held(match: Match) -> Match:
    """The match, its row held, with those of its set, in one order: two that end at once see each other's end.

    Of a season the match alone: what ends there is the season, and not the set.
    """
    rows = Match.objects.select_for_update(no_key=True)
    if match.season_id is not None:
        return rows.get(pk=match.pk)
    in_order = rows.filter(duplicate_set=match.duplicate_set).order_by("id")
    return next(each for each in list(in_order) if each.pk == match.pk)


def _fault(record: MatchRecord, match: Match, *, has_replay: bool) -> str:
    """Why the record gives no result; empty: it does."""
    if record.outcome == "void":
        return record.reason or "the worker gave no reason"
    if not isolation_of(record.isolation).reaches(isolation_of(match.least_isolation)):
        said = f"isolation level {record.isolation[:20]}" if record.isolation else "no isolation level"
        return f"the record says {said}, and the ladder requires {match.least_isolation}"
    seats = match.seats.count()
    if not len(record.ranks) == len(record.scores) == len(record.seats) == seats:
        return f"the record does not have {seats} seats"
    if any(rank not in range(1, seats + 1) for rank in record.ranks) or 1 not in record.ranks:
        return "the record's ranks are invalid"
    if match.season_id is not None and len(record.progress) != len(game_named(match.game).measures):
        return "the record does not say how far the bot came"
    if not record.reason or not record.chain:
        return "the record has no reason or no chain"
    return "" if has_replay else "the record's replay is not in the store"


def _finish(match: Match, record: MatchRecord, stored: Stored, now: datetime) -> None:
    finished = moved(
        Match.objects.filter(pk=match.pk),
        MatchState.FINISHED,
        started_at=match.started_at or now,
        ended_at=now,
        reason=record.reason[:200],
        plies=record.plies,
        replay=record.replay,
        replay_bytes=stored[record.replay],
        chain=record.chain,
        worker=record.worker[:128],
        sandbox=record.sandbox[:32],
        container_runtime=record.container_runtime[:32],
        isolation=record.isolation if record.isolation in LEVELS else "",
    )
    assert finished, f"match {match.public_id} had an open attempt and was not open itself"
    seats = list(match.seats.order_by("seat"))
    for seat, rank, score, account in zip(seats, record.ranks, record.scores, record.seats, strict=True):
        seat.rank, seat.score = rank, score
        figures.keep(seat, account)
        seat.log_bytes = stored.get(account.log)
    Seat.objects.bulk_update(seats, ("rank", "score", *figures.COLUMNS, "log_bytes"))
    events.finished.call(match, seats, record.progress, now)


def again_or_void(*, match: Match, fault: str, now: datetime, stalled: bool = False) -> Settlement:
    """After an attempt that failed. Its row is closed already, and the match's row is held.

    Once a host has stalled, the match is played with nothing else beside it.
    """
    began = Q(state=AttemptState.FAILED) | Q(state=AttemptState.EXPIRED, started_at__isnull=False)
    patience = timedelta(seconds=settings.NEVER_TAKEN)
    if match.attempts.filter(began).count() >= settings.ATTEMPTS or now - match.ordered_at > patience:
        give_up(match=match, fault=fault, now=now)
        return Settlement.VOID
    moved(Match.objects.filter(pk=match.pk), MatchState.ORDERED, started_at=None)
    alone = stalled or match.attempts.filter(alone=True).exists()
    attempt = open_attempt(match=match, now=now, alone=alone)
    transparency_log.repeated(match=match, attempt=attempt.number, reason=fault, now=now)
    return Settlement.AGAIN


@transaction.atomic
def give_up(*, match: Match, fault: str, now: datetime) -> bool:
    """Makes an open match void. Whatever record still comes for it changes nothing."""
    if not moved(
        Match.objects.filter(pk=match.pk), MatchState.VOID, reason=(fault or "given up")[:200], ended_at=now
    ):
        return False
    match.attempts.filter(ATTEMPT_IS_OPEN).update(state=AttemptState.EXPIRED, closed_at=now, reason="given up")
    transparency_log.voided(match=match, reason=fault or "given up", now=now)
    reveal_set(match=match)
    events.voided.call(match)
    log.warning("match %s is void: %s", match.public_id, fault)
    return True


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
