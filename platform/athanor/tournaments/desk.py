"""What organizers see of their tournament: everything, also what is not told yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from athanor.lifecycles import MatchState
from athanor.tournaments import meetings, queries
from athanor.tournaments.meetings import PairingRow
from athanor.tournaments.models import Act, Game, Tournament
from athanor.tournaments.records import contest_of

LOGGED = 100
DECIDED = 24
"""Pairings that are shown besides the open ones: those that were decided last."""


@dataclass(frozen=True, slots=True)
class GameState:
    number: int
    match: str
    state: str
    label: str
    since: datetime
    worker: str
    reason: str
    """Why it was dropped, or what the match ended by."""
    is_hidden: bool
    attempts: int


@dataclass(frozen=True, slots=True)
class PairingState:
    pairing: PairingRow
    games: Sequence[GameState]


def all_pairings(found: Tournament) -> list[PairingRow]:
    """The open ones first; then the newest."""
    rounds = meetings.rounds(contest_of(found), queries.names_of(found))
    return sorted((one for each in rounds for one in each.pairings), key=lambda one: bool(one.how))


def pairings(found: Tournament, rows: Sequence[PairingRow]) -> list[PairingState]:
    """Each with the state of its matches."""
    decided = [one for one in rows if one.how]
    shown = [one for one in rows if not one.how] + decided[:DECIDED]
    games: dict[str, list[GameState]] = {}
    listed = Game.objects.filter(tournament=found, pairing__in=[one.key for one in shown]).select_related(
        "match__job"
    )
    for game in listed.prefetch_related("match__job__attempts").order_by("number", "pk"):
        games.setdefault(game.pairing, []).append(_state(game))
    return [PairingState(one, games.get(one.key, [])) for one in shown]


def _state(game: Game) -> GameState:
    match = game.match
    state, label = match.state, str(MatchState(match.state).label)
    if game.dropped_at is not None:
        state, label = "dropped", "does not count"
    elif game.counted_at is not None:
        state, label = "counted", "counted"
    return GameState(
        number=game.number,
        match=match.public_id,
        state=state,
        label=label,
        since=game.dropped_at or game.counted_at or match.ended_at or match.started_at or match.ordered_at,
        worker=match.worker,
        reason=game.dropped or match.reason,
        is_hidden=match.hidden,
        attempts=len(match.job.attempts.all()),
    )


def log(found: Tournament) -> list[Act]:
    return list(found.log.select_related("by").order_by("-number")[:LOGGED])
