"""Alakazoo, as the registry finds it."""

from __future__ import annotations

from typing import Final

from arena.games.alakazoo.game import AlakazooGame, AlakazooRevision2
from arena.kernel.plugin import Plugin

PLUGIN: Final = Plugin(
    game=AlakazooGame(),
    sentence="Dice wake the runes of a portal, and a creature is summoned piece by piece, "
    "before the dark power grows.",
    score="the highest score wins",
    earlier=(AlakazooRevision2(),),
    place=3,
)
