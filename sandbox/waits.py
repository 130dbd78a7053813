"""How long this host has kept a box from running: what was withheld from its bot, and was not the bot's own doing.

The kernel's scheduler notes of each thread how long it was ready to run and was not run. A bot that sleeps is not
ready, however busy the machine is; one that burns what it may burn is stopped by its own limit, which is noted
too and taken off. What is left is ours: other processes had the processor, or the machine below us had it (steal).

Of a process's threads the one counts that waited longest. Processes add up, since they hand their work to one
another as an adapter does to its program; but not for what they kept from each other, which is at most what all of
them used, for each that waited. And no more was withheld than the box's share of that time, less what it has used
of it: who keeps itself waiting, on the one processor that it chose, sees to its own affairs. To that comes what
the guard between bot and referee has waited.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from sandbox.interface import Withheld

HARDEST = 2.0
PATIENT = 2.0
"""Times its time, and in seconds: what a bot may be granted until it is up."""
TICK = 1000 / os.sysconf("SC_CLK_TCK")
STEAL = 8
"""The field of a processor's line in /proc/stat."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Milliseconds so far."""

    at: float
    processes: Mapping[int, Mapping[int, float]]
    """Ready and not run: each thread of each process of the box, by their numbers outside."""
    throttled: float
    """Not run because the box had used up its share."""
    ours: float
    """Ready and not run: the guard."""
    stolen: float
    """By whatever runs this machine, of the processor that it was stolen from most."""
    used: float | None
    """CPU time of the box."""
    cores: float = 1.0
    """Its share: how many processors it may use at a time."""


def reading(
    box: Iterable[int], guard: Iterable[int], throttled: float | None, used: float | None, cores: float
) -> Reading:
    ours = sum(sum(of_threads(process).values()) for process in guard)
    threads = {process: of_threads(process) for process in box}
    return Reading(time.monotonic() * 1000, threads, throttled or 0.0, ours, stolen(), used, cores)


def withheld(before: Reading, after: Reading) -> Withheld:
    used = None
    if after.used is not None and before.used is not None:
        used = after.used - before.used
    waited = _waited(before, after, used or 0.0)
    own = after.throttled - before.throttled
    ours = max(after.ours - before.ours, 0.0)
    stolen = after.stolen - before.stolen
    passed = after.at - before.at
    kept, share, told = max(waited - own, 0.0), 0.0, ""
    if used is not None:
        share = used / after.cores
        told = f", used {used:.0f}"
        kept = min(kept, max(passed - share, 0.0))
    ms = min(kept + ours + stolen, passed)
    return Withheld(
        ms,
        f"in {passed:.0f} ms its bot was ready and kept waiting {waited:.0f}{told}, was over its own share"
        f" {own:.0f}; its guard waited {ours:.0f}; stolen from the machine {stolen:.0f}",
        share,
    )


def _waited(before: Reading, after: Reading, used: float) -> float:
    """By all of a box together, of the wall's time."""
    each = [
        max(
            (ms - before.processes.get(process, {}).get(thread, 0.0) for thread, ms in threads.items()),
            default=0.0,
        )
        for process, threads in after.processes.items()
    ]
    waiting = [ms for ms in each if ms > 0]
    if not waiting:
        return 0.0
    return max(max(waiting), sum(waiting) - (len(waiting) - 1) * used)


def of_threads(process: int) -> dict[int, float]:
    """Of every thread of a process, by its number; empty where the kernel does not tell."""
    found = {}
    with contextlib.suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            with contextlib.suppress(OSError, ValueError, IndexError):
                # Nanoseconds on a processor, nanoseconds of waiting for one, how often it was given one.
                found[int(thread.name)] = int((thread / "schedstat").read_text().split()[1]) / 1e6
    return found


def stolen() -> float:
    with contextlib.suppress(OSError, ValueError, IndexError):
        lines = Path("/proc/stat").read_text().splitlines()
        each = [line.split() for line in lines if line.startswith("cpu") and not line.startswith("cpu ")]
        return max(int(fields[STEAL]) for fields in each) * TICK
    return 0.0
