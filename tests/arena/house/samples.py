"""Deals that show how strong a game's house bots are: `SAMPLES` of the module `strength` beside its kit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

NO_HURRY: Mapping[str, int] = {"bank": 3_600_000, "charged": 0, "move_cap": 3_600_000}
"""A clock by which a bot that minds it thinks as long as it likes."""


class Sample(NamedTuple):
    bot: str
    against: str
    seats: int
    deals: Sequence[int]
    """In which the bot won every match when they were chosen, from every seat."""
    options: Mapping[str, Any] = {}
    clock: Mapping[str, int] = NO_HURRY
    instead: Mapping[str, Any] = {}
    """Values that the bots have instead of their own: thinking less is quicker, and as repeatable."""


def samples_of(game: str) -> Sequence[Sample]:
    samples: Sequence[Sample] = _module(game).SAMPLES
    return samples


def little_thought(game: str) -> Mapping[str, Any]:
    """Instead of what the bots' files say, where playing to the end is all that matters."""
    return getattr(_module(game), "LITTLE_THOUGHT", {})


def _module(game: str) -> Any:
    return import_module(f"tests.arena.games.{game}.strength")
