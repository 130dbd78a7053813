"""How much of this machine is free."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MEMORY: Final = Path("/proc/meminfo")
LOAD: Final = Path("/proc/loadavg")


def is_busy() -> bool:
    """Whether at least as many processes want to run, besides us, as there are processors."""
    return free_processors() <= 0


def free_processors() -> float:
    """Processors that nobody wants just now, besides us; less than none where some have to wait for one."""
    processors = len(os.sched_getaffinity(0))
    try:
        running = int(LOAD.read_text().split()[3].partition("/")[0])
    except (OSError, ValueError, IndexError):
        return processors
    # Whoever reads it runs.
    return processors - (running - 1)


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes of this machine."""

    all: int
    free: int
    """That programs could still have without anything being swapped out."""


def memory() -> Memory:
    """Nothing, where the machine does not say."""
    try:
        lines = dict(line.split(":", 1) for line in MEMORY.read_text().splitlines())
        total, free = (int(lines[name].split()[0]) * 1024 for name in ("MemTotal", "MemAvailable"))
    except (OSError, ValueError, KeyError, IndexError):
        return Memory(0, 0)
    return Memory(total, free)
