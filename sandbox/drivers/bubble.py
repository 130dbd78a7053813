"""A box of bubblewrap's making: started at our word, watched, ended as a whole.

Processes: this one spawns `bwrap`, which stays outside as the monitor; its child is process 1 of the box's
namespaces, and that one's child is the bot. Before it has a child it waits for us (`--block-fd`), until it is in
its cgroup. While the child, which is still a program of ours, comes up and waits for its own word, the folders are
bounded, and that of its socket is opened: before that nothing of the bot runs.

Who ends whom: the monitor and the child die with this process (`--die-with-parent`); when process 1 of the box
dies, the kernel ends whatever is left inside. If this process dies before it gave its word, nothing of the bot
ever runs. bwrap asks for the signal of its parent's death a moment after it was made: what a death in that moment
leaves, as the copy of the bundle and the cgroup, the next `sweep` finds: by the lease whose lock is free, by name.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import select
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sandbox import cgroups, processes, seccomp
from sandbox.cgroups import Group
from sandbox.doorway import Doorway
from sandbox.drivers.box import NOTHING, CommonBox
from sandbox.filesystems.levels import Ground
from sandbox.filesystems.mounting import unmount_all
from sandbox.interface import SandboxFault, Stats
from sandbox.leases import Lease
from sandbox.output import Tap
from sandbox.runtimes.table import DOOR
from sandbox.sockets import Sockets
from sandbox.walls import Plan
from sandbox.walls.bubbled import beginning, hidden_of_processes
from sandbox.walls.contained import FIRST_TO_GO
from sandbox.walls.inside import close_from_outside, has_too_many_files, may_enter

PATIENCE = 10.0
"""Seconds for bwrap to make the walls, and for the kernel to end a box."""
WATCH = 0.1
"""Seconds between two looks at the memory of a box that no cgroup bounds."""
COME_UP = b"x"
GO = b"go\n"
"""A byte for bwrap, and a line for its first program, from one pipe: at its end neither goes on."""


@dataclass(frozen=True, slots=True)
class Run:
    told: list[str]
    command: list[str]
    folder: str = DOOR
    """The folder inside that is held open from outside."""


class BubblewrapBox(CommonBox):
    def __init__(self, lease: Lease, name: str, engine: Path, ground: Ground, plan: Plan) -> None:
        super().__init__(ground.files)
        self.ground = ground
        self.isolation = ground.isolation
        self.run: Run
        """What bwrap is told, and what runs inside."""
        self.plan = plan
        self._cores = plan.limits.cores
        self._lease = lease
        self._name = name
        self._engine = engine
        self._group: Group | None = None
        self._monitor: subprocess.Popen[bytes] | None = None
        self._monitor_watch = -1
        self._first = 0
        """Process 1 of the box, by its number outside."""
        self._first_handle = -1
        self._watcher: asyncio.Task[None] | None = None
        self._told: asyncio.Future[bytes] | None = None
        """Of what bwrap tells; its thread closes the descriptor, whoever waits for that or not."""
        self._sockets: asyncio.Task[Sockets | None] | None = None
        self._too_much = False

    async def _open(self) -> None:
        if cgroups.trouble() is None:
            self._group = Group.named(self._name)
            self._group.make(self.plan.limits, self.plan.unbounded())
            asyncio.get_running_loop().run_in_executor(None, cgroups.hurry)
        else:
            self.plan.bound_each_process()
        self._tap = Tap(self.plan.output)
        await asyncio.to_thread(self._show)
        go = self._spawn(self._tap)
        try:
            await self._walls_stand(go)
            if self.ground.is_own:
                await asyncio.to_thread(unmount_all, self._lease.folder)
            self._door = Doorway.of_process(self._first, self.run.folder)
            os.write(go, GO)
        except ProcessLookupError as error:
            raise SandboxFault(f"bubblewrap ended before its walls stood: {self._said()}") from error
        finally:
            os.close(go)
        if self._group is None:
            self._sockets = asyncio.create_task(asyncio.to_thread(Sockets.of_process, self._first))
            self._watcher = asyncio.create_task(self._watch())

    @property
    def shown_files(self) -> Path:
        """The bot's own files, by a path that bwrap can follow."""
        return self._lease.folder / "files"

    def _show(self) -> None:
        try:
            self.ground.show(self._lease.folder)
        except OSError as error:
            raise SandboxFault(f"the runtime of a box could not be mounted: {error}") from error

    def _spawn(self, tap: Tap) -> int:
        """Starts bwrap; returns the descriptor that its child waits for. Called on the event loop's thread:
        the box dies with the thread that made it."""
        info, told_info = os.pipe()
        block, go = os.pipe()
        calls = self.plan.system_calls
        program = -1 if calls is None else _in_memory(seccomp.bpf_program(calls))
        figures = {path: _in_memory(text.encode()) for path, text in self.plan.figures.items()}
        arguments = _in_memory(
            "\0".join([*self.run.told, *_by_descriptor(told_info, block, program, figures)]).encode() + b"\0"
        )
        inherited = [arguments, told_info, block, *([program] if program >= 0 else []), *figures.values()]
        command = beginning(self.plan, self._name, self.run.command)
        user = self.plan.uid if self.plan.own_user else None
        try:
            self._monitor = subprocess.Popen(
                # By a bare name: the first process inside shows what it was called by.
                ["bwrap", "--args", str(arguments), "--", *command],
                executable=self._engine,
                stdin=block,
                stdout=tap.to,
                stderr=tap.to,
                env={} if self.plan.environment is not None else None,
                pass_fds=inherited,
                cwd="/",
                user=user,
                group=user,
                extra_groups=None if user is None else [],
            )
        except OSError as error:
            os.close(go)
            os.close(info)
            raise SandboxFault(f"bubblewrap could not be started: {error}") from error
        finally:
            for descriptor in inherited:
                os.close(descriptor)
        tap.begin()
        self._follow_monitor()
        self._info = info
        return go

    def _follow_monitor(self) -> None:
        assert self._monitor is not None
        loop = asyncio.get_running_loop()
        self._monitor_watch = os.pidfd_open(self._monitor.pid)
        loop.add_reader(self._monitor_watch, self._monitor_ended)

    def _monitor_ended(self) -> None:
        assert self._monitor is not None
        self._unfollow()
        code = self._monitor.wait()
        self._exited(code if code >= 0 else 128 - code)

    def _unfollow(self) -> None:
        if self._monitor_watch >= 0:
            asyncio.get_running_loop().remove_reader(self._monitor_watch)
            os.close(self._monitor_watch)
            self._monitor_watch = -1

    async def _walls_stand(self, go: int) -> None:
        """Until the child sees the runtime as its root, which bwrap does last."""
        self._told = asyncio.ensure_future(asyncio.to_thread(_read_info, self._info))
        told = await asyncio.shield(self._told)
        if not told:
            await asyncio.wait([asyncio.ensure_future(self.ended())], timeout=1.0)
            raise SandboxFault(f"bubblewrap could not make the sandbox: {self._said()}")
        self._first = int(json.loads(told)["child-pid"])
        self._first_handle = os.pidfd_open(self._first)
        if self._group is not None:
            self._group.add(self._first)
        if self.plan.first_to_go:
            _first_to_go(self._first)
        _bound(self._first, self.plan.bounds)
        os.write(go, COME_UP)
        root = self.ground.root.stat()
        until = asyncio.get_running_loop().time() + PATIENCE
        while not _is_root_of(self._first, root):
            if self._ended is not None and self._ended.done():
                raise SandboxFault(f"bubblewrap could not make the sandbox: {self._said()}")
            if asyncio.get_running_loop().time() > until:
                raise SandboxFault(f"bubblewrap did not finish its walls within {PATIENCE:g} seconds")
            await asyncio.sleep(0.0003)
        if may_enter():
            masked = hidden_of_processes(self.plan)
            await asyncio.to_thread(close_from_outside, self._first, self.plan, masked)

    def _said(self) -> str:
        if self._tap is None:
            return ""
        self._tap.end()
        return self._tap.kept.last_line or "it said nothing"

    async def _watch(self) -> None:
        """What no cgroup and no file system bounds here, by looking."""
        while True:
            await asyncio.sleep(WATCH)
            if self._is_too_much(self._in_sockets()):
                self._too_much = True
                self._signal()
                return

    def _in_sockets(self) -> int:
        """Bytes, once there is a line to the kernel: its helper may be kept from running by the bot itself."""
        sockets = self._sockets.result() if self._sockets is not None and self._sockets.done() else None
        return sockets.held() if sockets is not None else 0

    def _is_too_much(self, in_sockets: int) -> bool:
        if self.plan.memory is None:
            return False
        used = processes.usage(self._first)
        room = self.plan.memory - in_sockets
        is_more = used is not None and used.memory > room < processes.memory(self._first)
        # Files are the kernel's memory, which nobody is charged with here.
        return is_more or (self.plan.counted and has_too_many_files(self._first, self.plan))

    def _measure(self) -> Stats:
        if self._group is not None:
            return Stats(self._group.cpu_ms(), self._group.memory_peak(), self._group.processes())
        if not self._first or (self._ended is not None and self._ended.done()):
            return self._last
        used = processes.usage(self._first)
        if used is None:
            return NOTHING
        peak = max(used.memory, self._last.memory_peak or 0)
        return Stats(max(used.cpu_ms, self._last.cpu_ms or 0), peak, used.processes)

    def _is_out_of_memory(self) -> bool:
        return self._too_much or (self._group is not None and self._group.out_of_memory())

    def _signal(self) -> None:
        """The death of process 1 is the end of all processes of its namespace."""
        if self._first_handle >= 0:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._first_handle, signal.SIGKILL)
        elif self._monitor is not None:
            # It has not told us of process 1 yet, which would wait for it for ever.
            _end_those(processes.named(self._name))

    async def _catch_up(self) -> None:
        if self._monitor_watch >= 0 and self._monitor is not None and self._monitor.poll() is not None:
            self._monitor_ended()

    async def _end_processes(self) -> None:
        if self._watcher is not None:
            self._watcher.cancel()
        self._signal()
        if self._monitor is not None:
            await asyncio.to_thread(self._wait_for_end)
            self._unfollow()

    async def _destroy(self) -> None:
        if self._told is not None:
            await asyncio.wait([self._told])
        if self._first_handle >= 0:
            os.close(self._first_handle)
            self._first_handle = -1
        if self._sockets is not None and (sockets := await self._sockets) is not None:
            sockets.close()
        await asyncio.to_thread(self._remove)

    def _wait_for_end(self) -> None:
        assert self._monitor is not None
        try:
            self._monitor.wait(PATIENCE)
            # A start that goes on meanwhile may have come to know of process 1 now.
            self._signal()
            if self._first_handle < 0:
                self._end_unknown()
            elif not processes.ended(self._first_handle, PATIENCE):
                # The monitor may go before process 1, which the kernel ends with it.
                raise SandboxFault(f"a sandbox did not end within {PATIENCE:g} seconds of SIGKILL")
        except subprocess.TimeoutExpired as error:
            self._monitor.kill()
            raise SandboxFault(f"a sandbox did not end within {PATIENCE:g} seconds of SIGKILL") from error

    def _end_unknown(self) -> None:
        """Process 1 may have come to be while the monitor was ended, which told us nothing of it any more."""
        until = time.monotonic() + PATIENCE
        while found := processes.named(self._name):
            _end_those(found)
            if time.monotonic() > until:
                raise SandboxFault(f"processes of a sandbox outlive SIGKILL: {[pid for pid, _ in found]}")
            time.sleep(0.001)

    def _remove(self) -> None:
        if self._group is not None:
            if self.plan.whole_tree_ends:
                self._group.kill()
            self._group.remove()
        self.ground.close()
        self._lease.release()


def _end_those(found: list[tuple[int, str]]) -> None:
    for pid, _ in found:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _by_descriptor(info: int, block: int, program: int, figures: Mapping[str, int]) -> list[str]:
    calls = ["--seccomp", str(program)] if program >= 0 else []
    files = [
        word for path, data in figures.items() for word in ("--perms", "0444", "--ro-bind-data", str(data), path)
    ]
    return ["--info-fd", str(info), "--block-fd", str(block), *calls, *files]


def _first_to_go(pid: int) -> None:
    """By root it cannot be undone inside."""
    with contextlib.suppress(OSError):
        Path(f"/proc/{pid}/oom_score_adj").write_text(str(FIRST_TO_GO))


def _bound(pid: int, bounds: Mapping[str, int]) -> None:
    """As the bot is, which may write into its memory. An ordinary user, who has no other bounds, may always do it;
    root only with CAP_SYS_RESOURCE, and has the cgroup."""
    for kind, most in bounds.items():
        which = getattr(resource, f"RLIMIT_{kind.upper()}")
        with contextlib.suppress(PermissionError):
            hard = resource.prlimit(pid, which)[1]
            bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.prlimit(pid, which, (bound, bound))


def _in_memory(data: bytes) -> int:
    """A descriptor to read the data from, which no path leads to."""
    descriptor = os.memfd_create("athanor", os.MFD_CLOEXEC)
    os.write(descriptor, data)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def _is_root_of(pid: int, folder: os.stat_result) -> bool:
    with contextlib.suppress(PermissionError):
        seen = Path(f"/proc/{pid}/root").stat()
        return (seen.st_dev, seen.st_ino) == (folder.st_dev, folder.st_ino)
    return False


def _read_info(descriptor: int) -> bytes:
    """All of it, and closes it."""
    try:
        return _read(descriptor)
    finally:
        os.close(descriptor)


def _read(descriptor: int) -> bytes:
    told = b""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    while b"}" not in told:
        if not poll.poll(PATIENCE * 1000):
            break
        chunk = os.read(descriptor, 4096)
        if not chunk:
            break
        told += chunk
    return told if b"}" in told else b""
