"""Processes as /proc tells of them: what a tree of them has used, and who goes by a name."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
# Fields of /proc/PID/stat behind the name: user and system time, its own and of children that were waited for.
TIMES = slice(11, 15)


@dataclass(frozen=True, slots=True)
class Usage:
    cpu_ms: int
    memory: int
    """What is resident of its own: shared pages are not counted."""
    processes: int


def usage(root: int) -> Usage | None:
    """Of a process and all below it; None where the kernel does not tell a process's children."""
    if not Path(f"/proc/{root}/task/{root}/children").exists():
        return None
    ticks = memory = 0
    pids = [root, *_below(root)]
    for pid in pids:
        with contextlib.suppress(OSError, ValueError, IndexError):
            stat = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
            ticks += sum(map(int, stat[TIMES]))
            resident, shared = Path(f"/proc/{pid}/statm").read_text().split()[1:3]
            memory += (int(resident) - int(shared)) * PAGE
    return Usage(ticks * 1000 // TICK, memory, len(pids))


def named(start: str) -> list[tuple[int, str]]:
    """The processes that have a word among their arguments that begins so, each with the word."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = path.read_bytes().decode(errors="replace").split("\0")
            found += [(int(path.parent.name), word) for word in words if word.startswith(start)]
    return found


def _below(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                found += [child, *_below(child)]
    return found
