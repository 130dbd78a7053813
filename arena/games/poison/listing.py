"""The plays that a seat may think of, in canonical order of cards, then by cauldron.

The legal ones are those that `legality.refusal` does not refuse. `fast/colouring.py` lists them quicker.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from arena.games.poison.actions import PLAY, Play
from arena.games.poison.material import HELD
from arena.kernel.seats import Seat

if TYPE_CHECKING:
    from arena.games.poison.state import PoisonState


def candidates(state: PoisonState, seat: Seat) -> Iterable[Play]:
    hand = state.hands[seat]
    return (play for kind, row in enumerate(PLAY) if hand & HELD[kind] for play in row)
