"""A tournament out of its events: folded, and computed again to see whether every draw and round was due."""

from __future__ import annotations

from collections.abc import Iterable

from arena.pairing.events import (
    Drawn,
    Event,
    Paired,
)
from arena.pairing.settings import Settings
from arena.pairing.tournament import Tournament


def fold(settings: Settings, events: Iterable[Event]) -> Tournament:
    """The state after all of them. Raises NotNow."""
    tournament = Tournament(settings)
    for event in events:
        tournament.apply(event)
    return tournament


def audit(settings: Settings, events: Iterable[Event]) -> list[str]:
    """Computes every draw and round of a tournament again: a sentence for each that differs."""
    tournament = Tournament(settings)
    differences = []
    for number, event in enumerate(events, 1):
        if isinstance(event, Drawn | Paired):
            expected = tournament.due(start=True)
            if expected != event:
                differences.append(f"Event {number} is {event!r:.200}, where {expected!r:.200} was due.")
        tournament.apply(event)
    return differences
