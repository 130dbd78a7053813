"""How much of this machine is free, and of the container that this process may be in; and how many files this
process may open, and how much memory it keeps."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from sandbox import cgroup_tree

MEMORY: Final = Path("/proc/meminfo")
LOAD: Final = Path("/proc/loadavg")

MEASURED_OVER: Final = 0.1
"""Seconds that a group's use of the processors is measured over at least: the kernel gives them out in such
steps."""

DESCRIPTORS: Final = 65536
GIVEN_BACK: Final = 1024 * 1024
"""Bytes of memory from which on what was asked for at once is given back as soon as it is not used any more."""
M_MMAP_THRESHOLD: Final = -3
"""Its number in the C library."""


def raise_descriptors() -> None:
    """Lets this process open as many files as it may, up to `DESCRIPTORS`: 1024 are usual, and too few for one
    that has several for each bot."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def give_memory_back() -> None:
    """Lets this process give back what a large bundle took when it was read. glibc keeps it, for every thread that
    ever read one, as soon as it has met one block of that size; other C libraries do not."""
    with contextlib.suppress(AttributeError):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, GIVEN_BACK)


def is_busy() -> bool:
    """Whether at least as many processes want to run, besides us, as there are processors."""
    return free_processors() <= 0


def free_processors() -> float:
    """Processors that no process but this one wants just now; negative where processes wait for one."""
    return min([_free_of_the_machine(), *_free_of_the_groups()])


def _free_of_the_machine() -> float:
    processors = len(os.sched_getaffinity(0))
    try:
        running = int(LOAD.read_text().split()[3].partition("/")[0])
    except (OSError, ValueError, IndexError):
        return processors
    # One of them is this process, which reads it.
    return processors - (running - 1)


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes of this machine, or of the container."""

    all: int
    free: int
    """That programs could still have without anything being swapped out."""


def memory() -> Memory:
    """Nothing, where the machine does not say."""
    here = [_memory_of_the_machine(), *_memory_of_the_groups()]
    return Memory(min(each.all for each in here), min(each.free for each in here))


def _memory_of_the_machine() -> Memory:
    try:
        lines = dict(line.split(":", 1) for line in MEMORY.read_text().splitlines())
        total, free = (int(lines[name].split()[0]) * 1024 for name in ("MemTotal", "MemAvailable"))
    except (OSError, ValueError, KeyError, IndexError):
        return Memory(0, 0)
    return Memory(total, free)


# --- the groups that limit a container, or a service: each limit holds, the innermost and those around it


@cache
def groups(controller: str) -> tuple[Path, ...]:
    return cgroup_tree.around_us(controller)


def _memory_of_the_groups() -> Iterator[Memory]:
    for group in groups("memory"):
        limit = _number(group / "memory.max", group / "memory.limit_in_bytes")
        used = _number(group / "memory.current", group / "memory.usage_in_bytes")
        if limit is not None and used is not None:
            kept = _figures(group / "memory.stat")
            # Pages of files that were not read lately: the kernel drops them before memory is short. The sum over
            # the groups within has another name in version 1.
            files = kept.get("total_inactive_file", kept.get("inactive_file", 0))
            yield Memory(limit, max(0, limit - used + files))


def _free_of_the_groups() -> Iterator[float]:
    for group in groups("cpu"):
        if (processors := _quota(group)) is not None:
            yield processors - _used(group)


def _quota(group: Path) -> float | None:
    """The processors that a group may use; None: any."""
    try:
        quota, period = (group / "cpu.max").read_text().split()
    except (OSError, ValueError):
        quota, period = (str(_number(group / f"cpu.cfs_{name}_us")) for name in ("quota", "period"))
    return int(quota) / int(period) if quota.isdecimal() and period.isdecimal() else None


@dataclass(frozen=True, slots=True)
class Measured:
    at: float
    seconds: float
    """That the group had used processors until then."""
    processors: float = 0.0
    """That it used before, on average."""


_measured: dict[Path, Measured] = {}


def _used(group: Path) -> float:
    """Processors that the group has used since the last time that this was asked; none at the first time."""
    now, seconds = time.monotonic(), _seconds_used(group)
    if (last := _measured.get(group)) is None:
        last = _measured[group] = Measured(now, seconds)
    elif now - last.at >= MEASURED_OVER:
        last = _measured[group] = Measured(now, seconds, (seconds - last.seconds) / (now - last.at))
    return last.processors


def _seconds_used(group: Path) -> float:
    if (nanoseconds := _number(group / "cpuacct.usage")) is not None:
        return nanoseconds / 1e9
    return _figures(group / "cpu.stat").get("usage_usec", 0) / 1e6


def _number(*files: Path) -> int | None:
    """Of the first file that has one: version 2 has other files than version 1, and says `max` for no limit."""
    for file in files:
        try:
            return int(file.read_text())
        except (OSError, ValueError):
            continue
    return None


def _figures(file: Path) -> dict[str, int]:
    try:
        return {name: int(figure) for name, figure in (line.split() for line in file.read_text().splitlines())}
    except (OSError, ValueError):
        return {}
