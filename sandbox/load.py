"""Whether this machine has a hand free."""

from __future__ import annotations

import os
from pathlib import Path


def is_busy() -> bool:
    """Whether at least as many processes want to run, besides us, as there are processors."""
    try:
        running = int(Path("/proc/loadavg").read_text().split()[3].partition("/")[0])
    except (OSError, ValueError, IndexError):
        return False
    return running > len(os.sched_getaffinity(0))
