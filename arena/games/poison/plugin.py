"""Poison, as the registry finds it."""

from __future__ import annotations

from typing import Final

from arena.games.poison.game import Poison
from arena.kernel.plugin import Plugin

PLUGIN: Final = Plugin(
    game=Poison(),
    sentence="Three cauldrons, and nobody wants to make one overflow: who does takes what was in it.",
    score="the lowest score wins",
    place=1,
)
