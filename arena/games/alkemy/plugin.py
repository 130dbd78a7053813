"""Alkemy, as the registry finds it."""

from __future__ import annotations

from typing import Final

from arena.games.alkemy.game import AlkemyGame, AlkemyRevision1
from arena.kernel.plugin import Plugin

PLUGIN: Final = Plugin(
    game=AlkemyGame(),
    sentence="Two small bands fight for three markers on a table: sight, "
    "cover and reach to the hundredth of an inch.",
    score="first to 3 victory points",
    pages=(("/alkemy/armies/", "Make an army"), ("/alkemy/cards/", "All cards")),
    earlier=(AlkemyRevision1(),),
    place=4,
)
