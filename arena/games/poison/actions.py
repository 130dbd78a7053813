"""The one action. Each that can be legal exists once, in the table below."""

from __future__ import annotations

from typing import Final, NamedTuple

from arena.games.poison.material import CAULDRONS, NAMES
from arena.kernel.vocabulary import Vocabulary


class Play(NamedTuple):
    """PO-19: one card of the hand into a cauldron."""

    card: str
    cauldron: int


ACTIONS: Vocabulary[Play] = Vocabulary(Play)

PLAY: Final[tuple[tuple[Play, ...], ...]] = tuple(
    tuple(Play(name, cauldron) for cauldron in range(CAULDRONS)) for name in NAMES
)
"""Every play there is, by kind and cauldron: the same objects everywhere."""
