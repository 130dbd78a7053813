"""Groups, as they are set."""

from __future__ import annotations

from dataclasses import dataclass

from arena.pairing.settings import Format


@dataclass(frozen=True, slots=True)
class Groups(Format):
    """A round robin in each of `count` groups, drawn by snake. `Stage.advance` counts for each group."""

    count: int = 4
    cycles: int = 1
