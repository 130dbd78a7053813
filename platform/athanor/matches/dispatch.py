"""From an attempt's row to the message that wakes a worker."""

from __future__ import annotations

from django.utils import timezone

from arena.orders.documents import Clock, Entrant, MatchOrder, document
from arena.orders.queues import ARENA_QUEUE, PLAY_MATCH
from athanor import messages
from athanor.lifecycles import ATTEMPT_IS_OPEN
from athanor.matches import epochs
from athanor.matches.models import Attempt


def publish(attempt_id: int) -> bool:
    """Sends an open attempt's order, and writes down that it was sent. May be repeated."""
    attempt = (
        Attempt.objects.filter(ATTEMPT_IS_OPEN, pk=attempt_id).select_related("match", "match__epoch").first()
    )
    if attempt is None or not messages.send(PLAY_MATCH, document(order_of(attempt)), ARENA_QUEUE):
        return False
    Attempt.objects.filter(pk=attempt.pk, sent_at=None).update(sent_at=timezone.now())
    return True


def order_of(attempt: Attempt) -> MatchOrder:
    match = attempt.match
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
        attempt=attempt.number,
        token=attempt.token,
        game=match.game,
        options=match.options,
        seed=epochs.seed_for(
            epoch=match.epoch,
            duplicate_set=match.duplicate_set,
            game=match.game,
            options=match.options,
            bundles=[seat.bundle for seat in seats],
        ),
        clock=Clock(**match.clock),
        seats=seats,
        deadline=attempt.deadline.timestamp(),
        set_id=match.duplicate_set,
    )
