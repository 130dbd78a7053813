"""Which of the workers of a host may play while a match is to be played alone, with nothing beside it on the host.

Workers know of each other where they share ATHANOR_VAR. Two files are locked there, and the kernel lets go of them
when a process ends, however it does:

    playing   shared by every worker that plays anything; exclusive to the one that plays a match alone
    turn      exclusive to the worker that does so, or waits until the others have nothing in play: no other begins
              anything meanwhile
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Final

MOST: Final = 64
"""Bytes of what is written down of a rest."""


class HostLock:
    """Of a host where no other worker plays. No call waits; times are those of the caller's clock."""

    def __init__(self) -> None:
        self._rest = 0.0, 0.0

    def share(self) -> bool:
        """Whether orders may begin that others are played beside, until `release`."""
        return True

    def release(self) -> None:
        """Nothing is played here any more."""

    def claim(self, now: float) -> bool:
        """Whether it is this worker's turn to play a match alone, as soon as nothing else is played; until
        `leave`. May be repeated."""
        return not self._is_resting(now)

    def own(self) -> bool:
        """Once it is this worker's turn, and it plays nothing: whether no other one does either."""
        return True

    def leave(self, now: float, rest: float = 0.0) -> None:
        """Others have their turn; for so many seconds no match is played alone."""
        if rest:
            self._note_rest(now, rest)

    def _is_resting(self, now: float) -> bool:
        began, seconds = self._noted_rest()
        # A clock that began anew, with the machine, ends it too.
        return 0 <= now - began < seconds

    def _note_rest(self, now: float, seconds: float) -> None:
        self._rest = now, seconds

    def _noted_rest(self) -> tuple[float, float]:
        return self._rest


class SharedHostLock(HostLock):
    """Of all workers that are given the same folder, by clocks that agree on this machine."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        folder.mkdir(parents=True, exist_ok=True)
        self._playing, self._turn = (_opened(folder / name) for name in ("playing", "turn"))
        self._is_mine = False

    def share(self) -> bool:
        if self._is_mine:
            return True
        if not _locked(self._turn, fcntl.LOCK_SH):
            return False
        try:
            return _locked(self._playing, fcntl.LOCK_SH)
        finally:
            fcntl.flock(self._turn, fcntl.LOCK_UN)

    def release(self) -> None:
        fcntl.flock(self._playing, fcntl.LOCK_UN)

    def claim(self, now: float) -> bool:
        if not self._is_mine and not self._is_resting(now) and _locked(self._turn, fcntl.LOCK_EX):
            # Another worker may have had its turn in between.
            self._is_mine = not self._is_resting(now)
            if not self._is_mine:
                fcntl.flock(self._turn, fcntl.LOCK_UN)
        return self._is_mine

    def own(self) -> bool:
        return _locked(self._playing, fcntl.LOCK_EX)

    def leave(self, now: float, rest: float = 0.0) -> None:
        if self._is_mine:
            super().leave(now, rest)
            self._is_mine = False
            fcntl.flock(self._turn, fcntl.LOCK_UN)

    def _note_rest(self, now: float, seconds: float) -> None:
        os.pwrite(self._turn, f"{now} {seconds}".ljust(MOST).encode(), 0)

    def _noted_rest(self) -> tuple[float, float]:
        try:
            began, seconds = map(float, os.pread(self._turn, MOST, 0).split())
        except ValueError:
            # Nobody has had a turn yet.
            return 0.0, 0.0
        return began, seconds

    def close(self) -> None:
        os.close(self._playing)
        os.close(self._turn)


def _opened(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _locked(file: int, kind: int) -> bool:
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
