"""Double elimination, as it is set."""

from __future__ import annotations

from dataclasses import dataclass

from arena.pairing.settings import Format


@dataclass(frozen=True, slots=True)
class DoubleElimination(Format):
    """Tables of two only: who lost twice is out."""

    reset: bool = True
    """Whether the grand final is played again when the one who came from the losers' side wins it."""
