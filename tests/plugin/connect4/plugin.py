"""Connect Four, as the registry finds it."""

from __future__ import annotations

from typing import Final

from arena.kernel.plugin import Plugin

from . import messages_pb2
from .game import Connect4

PLUGIN: Final = Plugin(
    game=Connect4(),
    sentence="Discs fall into columns, and four in a line win.",
    score="1 for the winner",
    messages=messages_pb2,
)
