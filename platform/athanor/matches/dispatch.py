"""From an attempt's row to the message that wakes a worker."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.utils import timezone

from arena.orders.envelopes import packed
from arena.orders.lanes import Lane
from arena.orders.queues import PLAY_MATCH
from athanor import messages
from athanor.lifecycles import ATTEMPT_IS_OPEN
from athanor.matches import epochs, workers
from athanor.matches.models import Attempt, Match, Purpose
from athanorpb.farm.values import Attempt as AttemptMessage
from athanorpb.farm.values import Clock, Entrant, MatchOrder
from athanorpb.isolation import isolation_of

LANES: Final[Mapping[str, Lane]] = {
    Purpose.LADDER: Lane.LADDERS,
    Purpose.CHALLENGE: Lane.CHALLENGES,
    Purpose.TOURNAMENT: Lane.TOURNAMENTS,
}


def play_time(match: Match) -> timedelta:
    """How long a worker may take from its first word to its record."""
    clock = Clock(**match.clock)
    return timedelta(milliseconds=clock.startup + clock.match_cap, seconds=settings.ATTEMPT_SLACK)


def deadline_of(match: Match, now: datetime) -> datetime:
    """Until when an attempt that is sent now waits for a worker, and for its record."""
    return now + timedelta(seconds=settings.QUEUE_PATIENCE) + play_time(match)


def publish(attempt_id: int) -> bool:
    """Sends an open attempt's order, and writes down that it was sent. May be repeated.

    Nothing is sent while the match waits for a round of the beacon, without which it has no seed.
    """
    attempt = (
        Attempt.objects.filter(ATTEMPT_IS_OPEN, pk=attempt_id)
        .select_related("match__epoch", "match__season__ladder", "match__beacon_round")
        .first()
    )
    if attempt is None:
        return False
    if attempt.match.beacon_round is not None and not attempt.match.beacon_round.randomness:
        return False
    match = attempt.match
    queue = LANES[match.purpose].queue_for(isolation_of(match.least_isolation))
    if not messages.send(PLAY_MATCH, packed(order_of(attempt)), queue):
        return False
    Attempt.objects.filter(pk=attempt.pk, sent_at=None).update(sent_at=timezone.now())
    return True


def order_of(attempt: Attempt) -> MatchOrder:
    match = attempt.match
    least = isolation_of(match.least_isolation)
    seats = tuple(
        Entrant(
            bot=f"{seat.bot.owner.username}/{seat.bot.slug}",
            version=seat.version.number,
            bundle=seat.version.built,
        )
        for seat in match.seats.select_related("version", "bot__owner").order_by("seat")
    )
    return MatchOrder(
        match=match.public_id,
        attempt=AttemptMessage(attempt.number, attempt.token),
        game=match.game,
        options=match.options,
        seed=epochs.seed_of_match(match),
        clock=Clock(**match.clock),
        seats=seats,
        deadline=attempt.deadline.timestamp(),
        seconds=play_time(match).total_seconds(),
        set_id=match.duplicate_set,
        sealed=match.is_sealed,
        beacon=epochs.beacon_of(match.beacon_round),
        least_isolation=least,
        hosts=workers.hosts(least, now=timezone.now()),
        alone=attempt.alone,
    )
