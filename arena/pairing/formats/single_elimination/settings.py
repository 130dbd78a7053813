"""Single elimination, as it is set."""

from __future__ import annotations

from dataclasses import dataclass

from arena.pairing.settings import Format


@dataclass(frozen=True, slots=True)
class SingleElimination(Format):
    third_place: bool = False
    """Whether the losers of the semi-finals play for the third place; tables of two only."""
    go_on: int | None = None
    """How many of a larger table go on; None: half of it. At tables of two always one."""
