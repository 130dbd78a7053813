"""An order is played by at most one thread of this worker, and once.

A broker may deliver an order twice (a connection broke, or this process stood still for too long). The record
of an order that was played is kept, so that a second delivery sends it again instead of playing again.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

KEPT = 2 * 3600.0
"""Seconds that a record stays; the site has long settled it, or given the attempt up."""
LATEST = 600.0
"""Seconds; an attempt that has its record for longer was given up by the site, where it did not settle it."""
SWEEP_EVERY = 500
"""Records that a process keeps before it forgets the old ones."""


class Claims:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._kept = 0
        folder.mkdir(parents=True, exist_ok=True)

    @contextlib.contextmanager
    def held(self, token: str) -> Iterator[bool]:
        """Whether the caller has the order now. The kernel lets go of it when the process dies."""
        with self._path(token, "lock").open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
            else:
                yield True

    def record(self, token: str) -> dict[str, Any] | None:
        """The signed record of an order that was played."""
        try:
            kept: dict[str, Any] = json.loads(self._path(token, "signed").read_bytes())
        except (FileNotFoundError, ValueError):
            return None
        return kept

    def keep(self, token: str, signed: dict[str, Any]) -> None:
        path = self._path(token, "signed")
        aside = path.with_suffix(".new")
        aside.write_text(json.dumps(signed))
        aside.replace(path)
        self._kept += 1
        if self._kept % SWEEP_EVERY == 0:
            self.sweep()

    def give_up(self, token: str) -> None:
        """It, or another one beside it, has hung its worker: it is not played here any more."""
        self._path(token, "hung").touch()

    def was_given_up(self, token: str) -> bool:
        return self._path(token, "hung").exists()

    def latest(self) -> list[dict[str, Any]]:
        """The records of the last minutes."""
        records = []
        for path in self.folder.glob("*.signed"):
            with contextlib.suppress(FileNotFoundError, ValueError):
                if path.stat().st_mtime > time.time() - LATEST:
                    records.append(json.loads(path.read_bytes()))
        return records

    def sweep(self) -> None:
        """Forgets what is old."""
        for path in self.folder.iterdir():
            with contextlib.suppress(FileNotFoundError):
                if path.stat().st_mtime < time.time() - KEPT:
                    path.unlink()

    def _path(self, token: str, kind: str) -> Path:
        # A token may be any text; a file's name may not.
        return self.folder / f"{hashlib.sha256(token.encode()).hexdigest()[:32]}.{kind}"
