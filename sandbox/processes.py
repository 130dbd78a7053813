"""Processes as /proc tells of them: what a tree of them has used, and who goes by a name."""

from __future__ import annotations

import contextlib
import os
import select
import signal
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
# Fields of /proc/PID/stat behind the name: user and system time, its own and of children that were waited for.
TIMES = slice(11, 15)


@dataclass(frozen=True, slots=True)
class Usage:
    cpu_ms: int
    memory: int
    """Resident, without pages of files, and with the tables of its pages. What several share counts for each of
    them: `memory` divides it."""
    processes: int


def usage(root: int) -> Usage | None:
    """Of a process and all below it; None where the kernel does not tell a process's children."""
    if not Path(f"/proc/{root}/task/{root}/children").exists():
        return None
    ticks = memory = 0
    pids = tree(root)
    for pid in pids:
        with contextlib.suppress(OSError, ValueError, IndexError):
            stat = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
            ticks += sum(map(int, stat[TIMES]))
            told = _figures(Path(f"/proc/{pid}/status"))
            memory += told["RssAnon"] + told["RssShmem"] + told["VmPTE"]
    return Usage(ticks * 1000 // TICK, memory, len(pids))


def memory(root: int) -> int:
    """`Usage.memory`, divided among those that share it: for this the kernel walks through every page."""
    found = 0
    for pid in tree(root):
        with contextlib.suppress(OSError, ValueError):
            told = _figures(Path(f"/proc/{pid}/smaps_rollup"))
            tables = _figures(Path(f"/proc/{pid}/status"))["VmPTE"]
            found += told["Pss_Anon"] + told["Pss_Shmem"] + tables
    return found


def _figures(file: Path) -> defaultdict[str, int]:
    """In bytes, by their names; 0 for what is not there."""
    found: defaultdict[str, int] = defaultdict(int)
    for line in file.read_text().splitlines():
        name, _, value = line.partition(":")
        if value.endswith(" kB"):
            found[name] = int(value.split()[0]) * 1024
    return found


def tree(root: int) -> list[int]:
    """A process and all below it."""
    return [root, *_below(root)]


def named(start: str) -> list[tuple[int, str]]:
    """The processes that have a word among their arguments that begins so, each with the word."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = path.read_bytes().decode(errors="replace").split("\0")
            found += [(int(path.parent.name), word) for word in words if word.startswith(start)]
    return found


def has_stack_handler(pid: int) -> bool:
    """Whether a process handles SIGQUIT, by custom to write its stack to stderr; others are ended by it."""
    with contextlib.suppress(OSError, ValueError, KeyError):
        status = dict(line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
        return bool(int(status["SigCgt"], 16) >> (signal.SIGQUIT - 1) & 1)
    return False


def ask_for_stack(pid: int) -> None:
    """Sends SIGQUIT to a process that has a handler for it, or is gone."""
    if has_stack_handler(pid):
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGQUIT)


def ended(handle: int, within: float = 0.0) -> bool:
    """Whether the process of a handle (`os.pidfd_open`) is gone by then. `select` knows 1024 descriptors only."""
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    return bool(poll.poll(within * 1000))


def _below(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                found += [child, *_below(child)]
    return found
