"""Round robin, as it is set."""

from __future__ import annotations

from dataclasses import dataclass

from arena.pairing.settings import Format


@dataclass(frozen=True, slots=True)
class RoundRobin(Format):
    """Everybody meets everybody, `cycles` times (1 single, 2 double); at larger tables by a cyclic design."""

    cycles: int = 1
