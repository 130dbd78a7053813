"""How far the sandboxes of a host are kept apart: one scale for the sandbox, the worker's record and the site.

A level says what two sandboxes of one host share that one could change and the other notice. The walls around a
sandbox are the same at every level but the first, which has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final


class Isolation(StrEnum):
    """The weakest level first. Compare by `reaches`: as strings they are in no such order."""

    NONE = "none"
    DISK = "disk"
    MEMORY = "memory"
    OWN = "own"

    @property
    def rank(self) -> int:
        return list(Isolation).index(self)

    def reaches(self, least: Isolation) -> bool:
        """Whether it is that level or a better one."""
        return self.rank >= least.rank


MEANINGS: Final[Mapping[Isolation, str]] = {
    Isolation.NONE: "no walls: bots are ordinary processes of one user",
    Isolation.DISK: "walls around each bot; all read their runtime from the same files on a disk",
    Isolation.MEMORY: "walls around each bot; all read their runtime from one copy in memory, or share devices",
    Isolation.OWN: "walls around each bot, and a file system of its own that ends with it",
}


def isolation_of(word: str) -> Isolation:
    """The level of that name. An unknown or empty name promises nothing: it is the weakest level."""
    return Isolation(word) if word in list(Isolation) else Isolation.NONE


def weakest(levels: Iterable[Isolation]) -> Isolation:
    """Of several sandboxes of one match; of none at all the weakest there is."""
    return min(levels, key=lambda level: level.rank, default=Isolation.NONE)
