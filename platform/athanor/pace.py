"""How long somebody may take who sends or reads, and how fast they lately did. Time is an argument."""

from __future__ import annotations

from typing import Final

PATIENCE: Final = 20.0
"""Seconds without a byte that are given to who sends, or reads; and to the whole of a request's header."""
LEAST_RATE: Final = 8 * 1024
"""Bytes a second that use none of that time up."""
A_MOMENT: Final = 0.001


class Pace:
    """Time is given for bytes, and saved up to `PATIENCE`: who was fast may not be slow for long for that."""

    def __init__(self, now: float) -> None:
        self._until = now + PATIENCE

    def took(self, size: int, now: float) -> None:
        self._until = min(now + PATIENCE, self._until + size / LEAST_RATE)

    def is_over(self, now: float) -> bool:
        return now > self._until


class Rate:
    """Bytes a second, of which those count half as much that came before the last look, and so on."""

    def __init__(self, now: float) -> None:
        self._bytes = self._seconds = 0.0
        self._new, self._looked = 0, now

    def took(self, size: int) -> None:
        self._new += size

    def look(self, now: float) -> None:
        self._bytes = self._bytes / 2 + self._new
        self._seconds = self._seconds / 2 + now - self._looked
        self._new, self._looked = 0, now

    def per_second(self, now: float) -> float:
        return (self._bytes / 2 + self._new) / max(self._seconds / 2 + now - self._looked, A_MOMENT)
