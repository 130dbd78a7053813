"""A folder is held by whoever has it locked: the lock goes with the process, however it ends."""

from __future__ import annotations

import contextlib
import fcntl
import os
from pathlib import Path


def locked(folder: Path) -> int | None:
    """A descriptor that holds the lock; None: somebody else has it, or the folder is gone."""
    try:
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return None
    with contextlib.suppress(OSError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if folder.exists():
            return lock
    os.close(lock)
    return None
