"""What the kernel's own log says of processes that it killed because the whole machine had no memory left.

A kill by a limit is told by the cgroup that has the limit. Nothing else tells for certain of one for want of the
machine's memory: the machine's count of kills rises with every box that meets its own limit, and any program may
end with the exit code of a killed one. This log names the process, and no box can write to it.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

PLACE: Final = Path("/dev/kmsg")
LONGEST: Final = 8192
"""Bytes of one record; each read of the device gives one."""
KILLED: Final = re.compile(rb"Out of memory(?: \(oom_kill_allocating_task\))?: Killed process (\d+) ")
"""By a limit of a group it is "Memory cgroup out of memory"."""
OF_THE_KERNEL: Final = 0
"""The facility that nobody else can write by."""


class KernelLog:
    """From now on. Where it cannot be read it tells nothing."""

    def __init__(self, place: Path = PLACE) -> None:
        self._log = -1
        self._killed: set[int] = set()
        with contextlib.suppress(OSError):
            self._log = os.open(place, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            os.lseek(self._log, 0, os.SEEK_END)

    def has_killed(self, pid: int) -> bool:
        """Whether the kernel has killed that process since because the machine had no memory left."""
        for line in self._lines():
            head, _, message = line.partition(b";")
            priority = head.partition(b",")[0]
            if priority.isdigit() and int(priority) >> 3 == OF_THE_KERNEL and (found := KILLED.match(message)):
                self._killed.add(int(found[1]))
        return pid in self._killed

    def _lines(self) -> Iterator[bytes]:
        while self._log >= 0:
            try:
                records = os.read(self._log, LONGEST)
            except BrokenPipeError:
                # The oldest that were not read are gone; the next ones follow.
                continue
            except OSError:
                return
            if not records:
                return
            yield from records.splitlines()

    def close(self) -> None:
        """May be repeated."""
        if self._log >= 0:
            os.close(self._log)
            self._log = -1
