"""What is counted over matches: how busy the workers are. Nothing that is hidden counts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from athanor.lifecycles import MATCH_IS_OPEN, MatchState
from athanor.matches.models import Match


@dataclass(frozen=True, slots=True)
class Queue:
    """How busy the workers are."""

    ordered: int
    running: int
    per_hour: int
    """Matches that ended within the last hour."""


def queue(*, now: datetime) -> Queue:
    # What is hidden is not counted either: how many games a round took would say how it went.
    states = list(Match.objects.filter(MATCH_IS_OPEN, hidden=False).values_list("state", flat=True))
    since = now - timedelta(hours=1)
    ended = Match.objects.filter(state=MatchState.FINISHED, ended_at__gt=since, hidden=False).count()
    running = states.count(MatchState.RUNNING)
    return Queue(ordered=len(states) - running, running=running, per_hour=ended)
