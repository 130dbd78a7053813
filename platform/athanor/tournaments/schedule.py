"""The schedule: everything that time or a result brings about. May be called at any moment, and by two at once."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from athanor.lifecycles import TournamentState, one_of
from athanor.tournaments import editions, entries, life, progress
from athanor.tournaments.models import IS_MOVED_ON, RUNS, Game, Tournament

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Turned:
    opened: int
    """Editions of series."""
    moved: int
    """Tournaments in which anything happened."""


def turn(*, now: datetime) -> Turned:
    opened = editions.turn(now=now)
    left = sum(_safely(entries.withdraw_retired, pk, now) for pk in entries.with_retired())
    waiting = Tournament.objects.filter(IS_MOVED_ON | Q(state=TournamentState.PAUSED)).order_by("starts_at")
    moved = sum(_safely(life.move_on, pk, now) for pk in list(waiting.values_list("pk", flat=True)))
    return Turned(opened, left + moved + sweep(now=now))


def sweep(*, now: datetime) -> int:
    """Every tournament that runs, and what is paused where a match has ended that was not counted yet.

    How many went on by that.
    """
    ended = Game.objects.filter(
        tournament=OuterRef("pk"), counted_at=None, dropped_at=None, match__ended_at__isnull=False
    )
    waiting = Tournament.objects.filter(
        Q(state=TournamentState.RUNNING) | (one_of(RUNS) & Exists(ended))
    ).values_list("pk", flat=True)
    return sum(_safely(progress.advance, pk, now) for pk in list(waiting))


def _safely(step: object, tournament_id: int, now: datetime) -> bool:
    """One tournament whose step fails does not keep the others from theirs."""
    try:
        return bool(step(tournament_id=tournament_id, now=now))  # type: ignore[operator]
    except Exception:
        log.exception("tournament %d could not be moved on", tournament_id)
        return False
