"""Sets of which a match has ended on this machine: what a bot might have left here would be news to the others.

Matches of one set have one deal. They are sent together, and begin together where there is room (`gate`). One that
comes after another has ended here is left to another host, if the site knows of any that may play it, for a while:
a match that is late is worse than one that is played here after all. Workers know of each other's sets where they
share ATHANOR_VAR.
"""

from __future__ import annotations

import contextlib
import hashlib
import time
from pathlib import Path
from typing import Final

from arena.orders.queues import LEFT_TO_OTHERS
from athanorpb.farm.values import MatchOrder

KEPT: Final = 2 * 3600.0
"""Seconds that it is remembered of a set."""
SWEEP_EVERY: Final = 500


class EndedSets:
    """Thread-safe: each step is one of the file system's."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._noted = 0
        folder.mkdir(parents=True, exist_ok=True)

    def note(self, set_id: str) -> None:
        """A match of it has ended here."""
        self._path(set_id, "ended").touch()
        self._noted += 1
        if self._noted % SWEEP_EVERY == 0:
            self.sweep()

    def is_for_others(self, order: MatchOrder) -> bool:
        """Whether another host should play it, for now."""
        if order.hosts < 2 or not order.set_id or not self._path(order.set_id, "ended").exists():
            return False
        left = self._path(order.attempt.token, "left")
        with contextlib.suppress(FileExistsError):
            left.touch(exist_ok=False)
        return time.time() - left.stat().st_mtime < LEFT_TO_OTHERS

    def sweep(self) -> None:
        """Forgets what is old."""
        for path in self.folder.iterdir():
            with contextlib.suppress(FileNotFoundError):
                if path.stat().st_mtime < time.time() - KEPT:
                    path.unlink()

    def _path(self, name: str, kind: str) -> Path:
        return self.folder / f"{hashlib.sha256(name.encode()).hexdigest()[:32]}.{kind}"
