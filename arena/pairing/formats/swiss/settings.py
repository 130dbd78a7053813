"""Swiss, as it is set."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from arena.pairing.settings import Format


class Bye(Enum):
    """What a round without an opponent scores."""

    WIN = "win"
    HALF = "half"


@dataclass(frozen=True, slots=True)
class Swiss(Format):
    """Two seats: FIDE Dutch. More: score groups, no repeat opponents, balanced seats."""

    rounds: int | None = None
    """None: as many as it takes to leave one undefeated. Never more than the field allows."""
    bye: Bye = Bye.WIN
