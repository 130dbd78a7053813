"""Limits on a whole sandbox at once, and what it has used: cgroups, version 1 and 2 behind one face.

Where a group can be made, `sandbox.cgroup_tree` finds out.

Whoever makes a group holds the first of its folders locked until it is removed. The lock goes with the process,
however it ends: an empty group that nobody has locked is a leftover, whosever it was (`remove_if_abandoned`).
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from athanor_contract.limits.sandbox import Limits
from sandbox.cgroup_tree import V1_CONTROLLERS, joined, memberships, mounts, tree
from sandbox.interface import SandboxFault
from sandbox.locks import locked

PERIOD: Final = 100_000
"""Microseconds over which the share of the processors is measured out."""
MEANING: Final = {
    "memory.limit_in_bytes": "memory",
    "memory.memsw.limit_in_bytes": "swap",
    "pids.max": "processes",
    "cpu.cfs_period_us": "cores",
    "cpu.cfs_quota_us": "cores",
    "memory.max": "memory",
    "memory.swap.max": "swap",
    "memory.oom.group": "memory",
    "cpu.max": "cores",
}
PATIENCE: Final = 5.0
YOUNG: Final = 0.5
"""Seconds for which a group may be there and not be locked yet."""
LAST_PIECE: Final = 256 * 1024
"""Bytes, more than any at whose refusal the kernel kills: who was killed by its own limit had all but these."""
FREEZER: Final = {1: "freezer.state", 2: "cgroup.freeze"}
FROZEN: Final = {1: "FROZEN", 2: "1"}
THAWED: Final = {1: "THAWED", 2: "0"}


class Group:
    """One sandbox's group."""

    def __init__(self, version: int, folders: dict[str, Path]) -> None:
        self.version = version
        self._folders = folders
        self._lock = -1

    @staticmethod
    def named(name: str) -> Group:
        """The group of that name, made or not."""
        found = tree()
        return Group(found.version, {key: parent / name for key, parent in found.parents.items()})

    @staticmethod
    def names(start: str) -> set[str]:
        """The names of all groups that are there and begin so."""
        folders = [folder for parent in tree().parents.values() for folder in parent.glob(f"{start}*")]
        return {folder.name for folder in folders}

    @staticmethod
    def of_process(pid: int) -> Group | None:
        """The group that somebody else made for a process, to look at only."""
        mounted, own = dict(mounts()), dict(memberships(pid))
        if all(name in mounted for name in V1_CONTROLLERS):
            return Group(1, {name: joined(mounted[name], own.get(name, "/")) for name in V1_CONTROLLERS})
        if "unified" in mounted and own.get("", "/") != "/":
            return Group(2, {"": joined(mounted["unified"], own[""])})
        return None

    def make(self, limits: Limits, unbounded: frozenset[str] = frozenset()) -> None:
        """`unbounded`: of what there is to be no limit, by the names of `Limits`, and "swap"."""
        try:
            self._make_folders()
            for name, value, needed in self._settings(limits):
                if MEANING[name] not in unbounded:
                    _write(self._file(name), value, needed)
        except OSError as error:
            self.remove()
            raise SandboxFault(f"no cgroup could be made: {error}") from error

    def _make_folders(self) -> None:
        first, *others = self._places()
        first.mkdir()
        # Between the two lines somebody may have taken it for a leftover, if this process stood still for so long.
        while (lock := locked(first)) is None:
            first.mkdir(exist_ok=True)
        self._lock = lock
        for folder in others:
            folder.mkdir()

    def _places(self) -> list[Path]:
        """Each once: of the first version two controllers may have one tree."""
        return list(dict.fromkeys(self._folders.values()))

    def _settings(self, limits: Limits) -> Iterator[tuple[str, int | str, bool]]:
        quota = int(limits.cores * PERIOD)
        if self.version == 1:
            yield "memory.limit_in_bytes", limits.memory, True
            # Not there where the kernel does not account swap; there may be none.
            yield "memory.memsw.limit_in_bytes", limits.memory, False
            yield "pids.max", limits.processes, True
            yield "cpu.cfs_period_us", PERIOD, True
            yield "cpu.cfs_quota_us", quota, True
        else:
            yield "memory.max", limits.memory, True
            yield "memory.swap.max", 0, False
            yield "memory.oom.group", 1, False
            yield "pids.max", limits.processes, True
            yield "cpu.max", f"{quota} {PERIOD}", True

    def add(self, pid: int) -> None:
        for folder in self._folders.values():
            try:
                (folder / "cgroup.procs").write_text(str(pid))
            except OSError as error:
                raise SandboxFault(f"the sandbox could not be put into its cgroup: {error}") from error

    def cpu_ms(self) -> int | None:
        if self.version == 1:
            nanoseconds = self._number("cpuacct.usage")
            return None if nanoseconds is None else nanoseconds // 1_000_000
        microseconds = self._entry("cpu.stat", "usage_usec")
        return None if microseconds is None else microseconds // 1_000

    def memory(self) -> int | None:
        """What it holds now, with the files that it read."""
        return self._number("memory.usage_in_bytes" if self.version == 1 else "memory.current")

    def memory_peak(self) -> int | None:
        return self._number("memory.max_usage_in_bytes" if self.version == 1 else "memory.peak")

    def processes(self) -> int | None:
        return self._number("pids.current")

    def bounds(self) -> dict[str, int | None]:
        """What it is held to, as the kernel has it: bytes, processes, microseconds of each `PERIOD`."""
        names = {
            "memory": ("memory.limit_in_bytes", "memory.max"),
            "swap": ("memory.memsw.limit_in_bytes", "memory.swap.max"),
            "processes": ("pids.max", "pids.max"),
            "processor": ("cpu.cfs_quota_us", "cpu.max"),
        }
        return {what: self._first_number(kept[self.version - 1]) for what, kept in names.items()}

    def out_of_memory(self) -> bool:
        """Whether the kernel has killed something in it for want of memory, and its own limit was met."""
        return self._is_killed_for_memory() and self._has_met_its_limit()

    def host_out_of_memory(self) -> bool:
        """Whether the kernel has killed something in it for want of memory by no limit of its own: by that of a
        group around it, or because the machine had none left."""
        # Asked twice: of a group that is removed meanwhile, nobody can tell by whose limit it was.
        return self._is_killed_for_memory() and not self._has_met_its_limit() and self._is_killed_for_memory()

    def _is_killed_for_memory(self) -> bool:
        """Whoever's the limit was: the kernel counts this where the killed process was."""
        return bool(self._entry("memory.oom_control" if self.version == 1 else "memory.events", "oom_kill"))

    def _has_met_its_limit(self) -> bool:
        if self.version == 1:
            # The limit with swap is as low, and is looked at first. `failcnt` stays 0 in kernel 6.18.
            return self._has_been_full("memory") or self._has_been_full("memory.memsw")
        # Counted where the limit was met. Older kernels have no file of a group's own, and none is below it.
        own = self._entry("memory.events.local", "oom")
        return bool(self._entry("memory.events", "oom") if own is None else own)

    def _has_been_full(self, memory: str) -> bool:
        peak, limit = self._number(f"{memory}.max_usage_in_bytes"), self._number(f"{memory}.limit_in_bytes")
        return peak is not None and limit is not None and peak > limit - LAST_PIECE

    def throttled_ms(self) -> float | None:
        """How long it was kept from running because it had used up its own share."""
        if self.version == 1:
            nanoseconds = self._entry("cpu.stat", "throttled_time")
            return None if nanoseconds is None else nanoseconds / 1e6
        microseconds = self._entry("cpu.stat", "throttled_usec")
        return None if microseconds is None else microseconds / 1e3

    def freeze(self) -> bool:
        """Every process in it stops where it stands, until `thaw`; False: nobody may do that here."""
        try:
            self._file(FREEZER[self.version]).write_text(FROZEN[self.version])
        except OSError:
            return False
        return True

    def is_frozen(self) -> bool:
        """Whether the last of them has stopped: one that is in the kernel does when it comes out."""
        if self.version == 1:
            with contextlib.suppress(OSError):
                return self._file("freezer.state").read_text().strip() == "FROZEN"
            return False
        return self._entry("cgroup.events", "frozen") == 1

    def thaw(self) -> None:
        _write(self._file(FREEZER[self.version]), THAWED[self.version], False)

    def weigh(self, share: float) -> None:
        """Of the processors, against others who want them: 1 is what everybody has."""
        name, whole = ("cpu.shares", 1024) if self.version == 1 else ("cpu.weight", 100)
        _write(self._file(name), max(int(whole * share), 2), False)

    def kill(self) -> None:
        """Ends every process in it, and returns when there is none. Raises SandboxFault if they will not go."""
        until = time.monotonic() + PATIENCE
        if self.version == 2:
            _write(self._file("cgroup.kill"), 1, False)
        while members := self.members():
            if self.version == 1:
                # A frozen process cannot fork away; a killed one that is frozen dies when it is thawed.
                self.freeze()
                members = self.members()
            for pid in members:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            if self.version == 1:
                self.thaw()
            if time.monotonic() > until:
                raise SandboxFault(f"processes of a sandbox outlive SIGKILL: {members}")
            time.sleep(0.001)

    def remove(self) -> None:
        """Once nothing is in it. May be repeated."""
        until = time.monotonic() + PATIENCE
        # The locked one goes last: as long as there is anything of it, it is seen to be somebody's.
        for folder in reversed(self._places()):
            while folder.exists():
                try:
                    folder.rmdir()
                except OSError as error:
                    # The last process is gone from the list a moment before it is gone from the kernel.
                    if time.monotonic() > until:
                        raise SandboxFault(f"the cgroup {folder} cannot be removed: {error}") from error
                    time.sleep(0.001)
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def remove_if_abandoned(self) -> bool:
        """If it is empty, and whoever made it is gone. One that was made a moment ago is left alone."""
        there = [folder for folder in self._places() if folder.exists()]
        lock = None if not there or self.members() else locked(there[0])
        if lock is None:
            return False
        try:
            if time.time() - os.fstat(lock).st_mtime < YOUNG:
                return False
            self.remove()
        finally:
            os.close(lock)
        return True

    def exists(self) -> bool:
        return any(folder.exists() for folder in self._folders.values())

    def members(self) -> set[int]:
        """Its processes, by their numbers outside."""
        found: set[int] = set()
        for folder in self._folders.values():
            with contextlib.suppress(OSError):
                found.update(map(int, (folder / "cgroup.procs").read_text().split()))
        return found

    def _file(self, name: str) -> Path:
        return self._folders[name.split(".")[0] if self.version == 1 else ""] / name

    def _number(self, name: str) -> int | None:
        try:
            return int(self._file(name).read_text())
        except (OSError, ValueError):
            return None

    def _first_number(self, name: str) -> int | None:
        """Of a file that may go on, or say that there is no bound."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            return int(self._file(name).read_text().split()[0])
        return None

    def _entry(self, name: str, key: str) -> int | None:
        with contextlib.suppress(OSError):
            for line in self._file(name).read_text().splitlines():
                if line.startswith(f"{key} "):
                    return int(line.split()[1])
        return None


def _write(file: Path, value: int | str, needed: bool) -> None:
    try:
        file.write_text(str(value))
    except OSError:
        if needed:
            raise
