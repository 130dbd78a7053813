"""What a spectator sees of matches that are being played: the arena's live feed, and what the site knows of them.

A match with the deal of another one that is still open is not shown: its cards are the other's too.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from arena.live.feed import FeedDown, Reading, reader
from athanor.lifecycles import MATCH_IS_OPEN, OPEN_MATCH, MatchState
from athanor.matches import queries
from athanor.matches.models import Match
from athanor.matches.rows import SEALED as STATE_OF_SEALED
from athanor.matches.rows import MatchRow
from athanorpb.farm.codec import document
from athanorpb.farm.values import LiveEvent

log = logging.getLogger(__name__)

NO_FEED = "There is no live feed on this site."
DOWN = "There is no live feed now."
REMOVED = "The replay was removed: it is not kept any longer."
SHARED = "It is shown when the other matches of this deal have ended, so that nobody learns the deal early."
SEALED = (
    "It is shown when the season is over: all bots get the same deals, and nobody may see one before playing it."
)
WAITING = "This match waits for a free worker."
BEGINS = "The bots are starting."


@dataclass(frozen=True, slots=True)
class Live:
    """One answer to a spectator who knows the first `after` events of a run."""

    match: str
    state: str
    why: str
    """A sentence where there is nothing to see; empty: there is."""
    replay: str
    """Its address once the match has ended and may be seen."""
    reading: Reading | None
    names: Sequence[str] = ()
    """Of the bots by seat; with the first events of a run."""

    def document(self) -> dict[str, Any]:
        """Header and events in the shape of a replay's JSON."""
        reading = self.reading
        return {
            "match": self.match,
            "state": self.state,
            "why": self.why,
            "replay": self.replay or None,
            "run": reading.header.run if reading else None,
            "header": document(reading.header) if reading else None,
            "names": list(self.names),
            "after": reading.after if reading else 0,
            "events": [told(event) for event in reading.events] if reading else [],
        }


def told(event: LiveEvent) -> dict[str, Any]:
    return {"ply": event.ply, "to": None, "event": event.event}


def live(public_id: str, *, run: str = "", after: int = 0) -> Live:
    """Raises NotFound."""
    match = queries.match(public_id)
    if match.is_sealed:
        return Live(public_id, STATE_OF_SEALED, SEALED, "", None)
    address = f"{match.get_absolute_url()}replay.json"
    if match.state == MatchState.VOID:
        return Live(public_id, match.state, f"This match is void: {match.reason}.", "", None)
    if match.state == MatchState.FINISHED:
        why = "" if match.has_replay else REMOVED if match.is_public else SHARED
        return Live(public_id, match.state, why, "" if why else address, None)
    why = hidden(match)
    if not why and match.state == MatchState.ORDERED:
        why = WAITING
    if why:
        return Live(public_id, match.state, why, "", None)
    try:
        reading = reader(settings.LIVE_URL).read(public_id, run=run, after=after)
    except FeedDown as problem:
        log.warning("the live feed cannot be read: %s", problem)
        return Live(public_id, match.state, DOWN, "", None)
    begins = reading is not None and reading.after == 0 and reading.events
    names = queries.names_of(match) if begins else ()
    return Live(public_id, match.state, "" if reading else BEGINS, "", reading, names)


def hidden(match: Match) -> str:
    """Why an open match is not shown while it is played; empty: it is."""
    if match.is_sealed:
        return SEALED
    if not settings.LIVE_URL:
        return NO_FEED
    others = Match.objects.filter(MATCH_IS_OPEN, duplicate_set=match.duplicate_set).exclude(pk=match.pk)
    return SHARED if others.exists() else ""


def watchable(row: MatchRow) -> str:
    """As `hidden`, for a match of a page; empty also for one that has ended."""
    return hidden(queries.match(row.public_id)) if row.state in OPEN_MATCH else ""


def on_air(rows: Sequence[MatchRow]) -> MatchRow | None:
    """The first of these matches that can be watched right now."""
    if not settings.LIVE_URL:
        return None
    running = [row for row in rows if row.state == MatchState.RUNNING]
    try:
        there = reader(settings.LIVE_URL).there([row.public_id for row in running])
    except FeedDown as problem:
        log.warning("the live feed cannot be read: %s", problem)
        return None
    return next((row for row in running if row.public_id in there and not watchable(row)), None)
