"""A box that the Docker engine makes: it starts at our word, has a root of its own, and ends as a whole."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import docker
from docker.errors import NotFound

from athanorpb.isolation import Isolation
from sandbox import processes
from sandbox.cgroups import Group
from sandbox.doorway import Doorway
from sandbox.drivers.box import CommonBox
from sandbox.engine import DEADLINE, Engine, remove
from sandbox.filesystems.levels import Ground
from sandbox.filesystems.mounting import unmount_all
from sandbox.interface import SandboxFault, Stats
from sandbox.kernel_log import KernelLog
from sandbox.leases import Lease
from sandbox.output import Tap
from sandbox.runtimes.table import BOT, DOOR
from sandbox.walls import Plan
from sandbox.walls.inside import close_from_outside, may_enter, new_root

GIVEN: Final = "given"
"""The name of the file system with the pipes and constants that a box is given."""
KILLED: Final = 128 + signal.SIGKILL
PATIENCE: Final = 10.0
"""Seconds within which the kernel ends a box, or its first program starts."""

T = TypeVar("T")


class DockerBox(CommonBox):
    def __init__(self, engine: Engine, lease: Lease, container: str, plan: Plan) -> None:
        super().__init__(lease.folder / "files")
        self._engine = engine
        self._lease = lease
        self._container = container
        self.plan = plan
        self._cores = plan.limits.cores
        self.folder = DOOR
        """The folder inside that is held open from outside."""
        self._ground: Ground | None = None
        """What its root is made of; None: the engine's image."""
        self._where = BOT
        self._group: Group | None = None
        self._watch = -1
        self._go = -1
        self._is_killed_for_memory = False
        """What its group said when the first process had ended; later what the engine says too, but that does not
        tell by whose limit."""
        self._has_host_lacked_memory = False
        """What its group said when the first process had ended, or else the kernel's log."""
        self._was_read = True
        """Whether its group still existed when it was asked."""
        self._pid = 0
        """Of its first process, outside."""
        self._kernel_log: KernelLog | None = None
        """Since before its program ran."""
        self._settling: asyncio.Task[None] | None = None
        self._life = 0
        """Which life of the engine it started in, as the engine counts them."""

    def stand_on(self, ground: Ground | None, where: str) -> None:
        """`where` its files are seen inside."""
        self._ground, self._where = ground, where
        # Without ground of ours its root is the engine's image, a folder on the disk.
        self.isolation = Isolation.DISK if ground is None else ground.isolation
        if ground is not None:
            self.bundle = ground.files

    async def _open(self) -> None:
        self._tap = Tap(self.plan.output, self._opened("log", os.O_RDWR))
        self._tap.begin()
        if self._ground is None:
            # Kept open until the end: what is written into a pipe that nobody has open is lost.
            self._go = self._opened("go", os.O_RDWR)
        await asyncio.to_thread(self._started)
        state = (await asyncio.to_thread(self._inspect))["State"]
        if not state["Pid"]:
            raise SandboxFault(f"the container ended at once: {state.get('Error') or state.get('ExitCode')}")
        await asyncio.to_thread(self._take_hold, int(state["Pid"]))
        asyncio.get_running_loop().add_reader(self._watch, self._gone)
        self._say(b"go\n")

    def _opened(self, pipe: str, flags: int) -> int:
        if self._ground is not None and self._ground.is_own:
            return self._ground.opened(GIVEN, pipe, flags)
        return os.open(self._lease.folder / pipe, flags | os.O_CLOEXEC)

    def _say(self, word: bytes) -> None:
        """Tells the first program inside."""
        try:
            os.write(self._go, word)
        except BrokenPipeError as error:
            raise SandboxFault("a container's first program ended before its walls stood") from error

    def _started(self) -> None:
        """The engine finds the bot's files by a path, which exists only while it starts the container."""
        with self._shown():
            self._ask("start a container", lambda client: client.start(self._container))

    @contextlib.contextmanager
    def _shown(self) -> Iterator[None]:
        if self._ground is None or not self._ground.is_own:
            yield
            return
        try:
            self._ground.show(self._lease.folder, "files", GIVEN)
        except OSError as error:
            raise SandboxFault(f"the files of a bot could not be mounted: {error}") from error
        try:
            yield
        finally:
            unmount_all(self._lease.folder)

    def _take_hold(self, pid: int) -> None:
        try:
            self._watch = os.pidfd_open(pid)
            mine = self._container in Path(f"/proc/{pid}/cgroup").read_text()
        except OSError as error:
            raise SandboxFault(f"the container's first process cannot be seen from here: {error}") from error
        if not mine:
            raise SandboxFault(
                f"process {pid} is not the container's: does this worker share the engine's processes?"
            )
        self._life = self._engine.life()
        self._pid = pid
        self._kernel_log = KernelLog()
        self._hold_inside(pid)

    def _hold_inside(self, pid: int) -> None:
        self._group = Group.of_process(pid)
        if self._ground is not None:
            # It opens the pipe now: under its new root it would not find it.
            self._go = self._pipe_to_its_program()
            new_root(pid, self._watch, self.plan, self._ground, self._where)
            self._say(b"root\n")
        if may_enter():
            close_from_outside(pid, self.plan)
        self._door = Doorway.of_process(pid, self.folder)

    def _pipe_to_its_program(self) -> int:
        """Once the program has opened it, which it does last."""
        until = time.monotonic() + PATIENCE
        while not processes.ended(self._watch):
            with contextlib.suppress(OSError):
                return self._opened("go", os.O_WRONLY | os.O_NONBLOCK)
            if time.monotonic() > until:
                raise SandboxFault(f"a container's first program did not come up within {PATIENCE:g} seconds")
            time.sleep(0.001)
        raise SandboxFault("a container's first program ended before its walls stood")

    def _gone(self) -> None:
        # At once: the engine removes the group some 20 ms after the end.
        self._has_host_lacked_memory = super()._is_host_out_of_memory()
        self._is_killed_for_memory = self._group is not None and self._group.out_of_memory()
        self._was_read = self._group is not None and self._group.exists()
        self._unwatch()
        self._settling = asyncio.create_task(self._settle())

    async def _settle(self) -> None:
        """Asks the engine for the exit code, which nobody else knows."""
        code = 255
        try:
            state = (await asyncio.to_thread(self._inspect_ended))["State"]
            code = int(state["ExitCode"])
            self._is_killed_for_memory = self._is_killed_for_memory or bool(state["OOMKilled"])
            if code == KILLED and not self._was_read:
                # The engine does not tell whose want of memory it was, and a bot may end with this code by itself.
                # So it is the bot's own end, unless the kernel says that it was not.
                self._has_host_lacked_memory = await asyncio.to_thread(self._is_in_kernel_log)
            is_doubtful = await asyncio.to_thread(self._engine.life) != self._life
        except SandboxFault:
            is_doubtful = True
        if is_doubtful:
            # The engine may have ended the bot, or nobody can tell.
            self._fault = "the Docker engine failed or was restarted while the bot ran, which then ended"
        self._exited(code)

    def _is_in_kernel_log(self) -> bool:
        return self._kernel_log is not None and self._kernel_log.has_killed(self._pid)

    def _inspect_ended(self) -> dict[str, Any]:
        self._ask("wait for a container", lambda client: client.wait(self._container, timeout=DEADLINE))
        return self._inspect()

    def _unwatch(self) -> None:
        if self._watch >= 0:
            asyncio.get_running_loop().remove_reader(self._watch)
            os.close(self._watch)
            self._watch = -1

    def _ask(self, what: str, call: Callable[[docker.APIClient], T]) -> T:
        try:
            return self._engine.ask(what, call)
        except NotFound as error:
            raise SandboxFault(f"a container was removed under our hands: {error}") from error

    def _inspect(self) -> dict[str, Any]:
        return self._ask("tell of a container", lambda client: client.inspect_container(self._container))

    def _measure(self) -> Stats:
        if self._group is None or not self._group.exists():
            return self._last
        measured = Stats(self._group.cpu_ms(), self._group.memory_peak(), self._group.processes())
        # The engine may have removed the group between two of these readings.
        return measured if self._group.exists() else self._last

    def _is_out_of_memory(self) -> bool:
        if self._is_host_out_of_memory():
            return False
        # Where its group was gone too soon, the engine's word counts. It does not tell whether that was the box's
        # own limit or that of a group around it.
        return self._is_killed_for_memory or (self._group is not None and self._group.out_of_memory())

    def _is_host_out_of_memory(self) -> bool:
        return self._has_host_lacked_memory or super()._is_host_out_of_memory()

    async def _catch_up(self) -> None:
        if self._watch >= 0 and processes.ended(self._watch):
            self._gone()
        if self._settling is not None:
            await self._settling

    async def _end_processes(self) -> None:
        """By a signal of ours, where that is allowed: the engine is slower, and may be away."""
        watch, self._watch = self._watch, -1
        gone = False
        if watch >= 0:
            asyncio.get_running_loop().remove_reader(watch)
            gone = await asyncio.to_thread(_ended_at_once, watch)
            os.close(watch)
        if self._settling is not None:
            await self._settling
        if not gone and self._ended is not None and not self._ended.done():
            with contextlib.suppress(NotFound):
                await asyncio.to_thread(self._engine.ask, "kill a container", self._killed)

    def _killed(self, client: docker.APIClient) -> None:
        with contextlib.suppress(docker.errors.APIError):
            # A conflict says that it has ended by itself.
            client.kill(self._container)

    async def _destroy(self) -> None:
        if self._go >= 0:
            os.close(self._go)
            self._go = -1
        await asyncio.to_thread(remove, self._engine, self._container)
        if self._kernel_log is not None:
            self._kernel_log.close()
        if self._ground is not None:
            self._ground.close()
        self._lease.release()


def _ended_at_once(process: int) -> bool:
    """Whether a container's first process, and so every other one of it, is dead."""
    try:
        signal.pidfd_send_signal(process, signal.SIGKILL)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return processes.ended(process, PATIENCE)
