"""How long each test file took when it was last recorded, and how files are shared out by it."""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

RECORDED: Final = Path(__file__).parent / "durations.json"
UNKNOWN: Final = 2.0
"""Seconds that are assumed of a file that was never recorded."""


@dataclass(frozen=True, slots=True)
class Durations:
    """Seconds, recorded by `make test-times`."""

    files: dict[str, float] = field(default_factory=dict)
    fast_tier: dict[str, float] = field(default_factory=dict)
    units: dict[str, float] = field(default_factory=dict)

    def of_file(self, name: str) -> float:
        return self.files.get(name, UNKNOWN)

    def quick(self, name: str) -> float:
        """Of those tests of the file that belong to the fast tier."""
        return self.fast_tier.get(name, UNKNOWN)

    def of_name(self, unit: str) -> float:
        return self.units.get(unit, 300.0)


def recorded(path: Path = RECORDED) -> Durations:
    if not path.exists():
        return Durations()
    return Durations(**json.loads(path.read_text()))


def shares(files: Iterable[str], seconds: Callable[[str], float], count: int) -> list[list[str]]:
    """The files in so many shares of about the same length, the slowest files of each first."""
    heap = [(0.0, number) for number in range(count)]
    found: list[list[str]] = [[] for _ in range(count)]
    for file in sorted(files, key=lambda name: (-seconds(name), name)):
        total, number = heapq.heappop(heap)
        found[number].append(file)
        heapq.heappush(heap, (total + seconds(file), number))
    return [share for share in found if share]
