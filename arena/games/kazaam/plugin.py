"""Kazaam, as the registry finds it."""

from __future__ import annotations

from typing import Final

from arena.games.kazaam.game import KazaamGame
from arena.kernel.plugin import Plugin

PLUGIN: Final = Plugin(
    game=KazaamGame(),
    sentence="Everybody builds a creature of nine parts. Each part can do something, once, "
    "before it turns its back.",
    score="the highest score wins",
    place=2,
)
