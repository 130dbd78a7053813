"""The driver without walls: a bot as an ordinary process of the user who runs it. For one's own bots only.

It exists so that `athanor play --sandbox none` works where no sandbox can be had. The bot may read and write
whatever its user may, and talk to the network; no limit is kept but that of its log. The processes of its session
are ended with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from athanor_contract.runtimes import RUNTIMES
from athanorpb.isolation import Isolation
from sandbox import files, processes
from sandbox.doorway import Outside
from sandbox.drivers.box import NOTHING, CommonBox
from sandbox.drivers.building import kept
from sandbox.interface import Built, Launch, RuntimeMissing, SandboxFault, Stats
from sandbox.output import Tap
from sandbox.runtimes import library
from sandbox.runtimes.table import ENVIRONMENT, PYTHON, SOCKET, argv

PATIENCE = 10.0


class Plain:
    name = "none"
    container_runtime = ""

    def __init__(self, state: Path) -> None:
        self.state = state

    def trouble(self) -> str | None:
        return None

    def weaknesses(self) -> list[str]:
        return ["no walls at all: for bots you trust as you trust yourself"]

    def isolation(self) -> Isolation:
        return Isolation.NONE

    async def prepare(self, launch: Launch) -> PlainBox:
        _look_for(launch, launch.command)
        box = PlainBox(launch, argv(launch))
        try:
            await box.fill(launch.bundle)
        except BaseException:
            await box.kill()
            raise
        return box

    async def build(self, launch: Launch, within: float) -> Built:
        _look_for(launch, launch.build)
        with tempfile.TemporaryDirectory(prefix="athanor-") as folder:
            return await self._built(launch, Path(folder), within)

    async def _built(self, launch: Launch, into: Path, within: float) -> Built:
        await asyncio.to_thread(files.fill, launch.bundle, into)
        process = await asyncio.create_subprocess_exec(
            *_here(list(launch.build)),
            cwd=into,
            env=_environment(Path()),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            said, _ = await asyncio.wait_for(process.communicate(), within)
        except TimeoutError:
            problem = f"the build took longer than {within:g} seconds"
            return Built(False, problem, "timeout", problem)
        finally:
            _end_session(process.pid)
        log = said.decode(errors="replace")[-launch.limits.output :]
        if process.returncode != 0:
            problem = f"the build command ended with exit code {process.returncode}"
            return Built(False, f"{log}\n{problem}\n", "failed", problem)
        try:
            left = await asyncio.to_thread(_left_in, into)
        except files.Unwanted as error:
            problem = f"what the build left cannot be kept: {error}"
            return Built(False, f"{log}\n{problem}\n", "failed", problem)
        return await asyncio.to_thread(kept, launch, left, log)

    async def sweep(self) -> int:
        return 0


class PlainBox(CommonBox):
    def __init__(self, launch: Launch, command: list[str]) -> None:
        # A Unix socket's path may be 107 bytes long: not below a folder of unknown depth.
        self._folder = Path(tempfile.mkdtemp(prefix="athanor-"))
        super().__init__(self._folder / "bot")
        self._launch = launch
        self._command = _here(command)
        self._process: subprocess.Popen[bytes] | None = None
        self._watch = -1

    async def _open(self) -> None:
        self._tap = Tap(self._launch.limits.output)
        self._door = Outside(str(self._folder))
        try:
            self._process = subprocess.Popen(  # noqa: ASYNC220 - it returns once the program is there
                self._command,
                cwd=self.bundle,
                env=_environment(self._folder),
                stdin=subprocess.DEVNULL,
                stdout=self._tap.to,
                stderr=self._tap.to,
                start_new_session=True,
            )
        except OSError as error:
            raise SandboxFault(
                f"the program {self._command[0]!r} could not be started: {error.strerror}"
            ) from error
        self._tap.begin()
        self._watch = os.pidfd_open(self._process.pid)
        asyncio.get_running_loop().add_reader(self._watch, self._gone)

    def _gone(self) -> None:
        assert self._process is not None
        self._unwatch()
        code = self._process.wait()
        self._exited(code if code >= 0 else 128 - code)

    def _unwatch(self) -> None:
        if self._watch >= 0:
            asyncio.get_running_loop().remove_reader(self._watch)
            os.close(self._watch)
            self._watch = -1

    def _programs(self) -> Iterable[int]:
        return () if self._process is None else processes.tree(self._process.pid)

    def _measure(self) -> Stats:
        if self._process is None or self._process.returncode is not None:
            return self._last
        used = processes.usage(self._process.pid)
        if used is None:
            return NOTHING
        return Stats(used.cpu_ms, max(used.memory, self._last.memory_peak or 0), used.processes)

    def _is_out_of_memory(self) -> bool:
        return False

    async def _catch_up(self) -> None:
        if self._watch >= 0 and self._process is not None and self._process.poll() is not None:
            self._gone()

    async def _end_processes(self) -> None:
        if self._process is not None:
            _end_session(self._process.pid)
            await asyncio.to_thread(self._process.wait, PATIENCE)
            self._unwatch()

    async def _destroy(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


def _end_session(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)


def _left_in(folder: Path) -> dict[str, bytes]:
    """Raises Unwanted."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        return files.take(descriptor)
    finally:
        os.close(descriptor)


def _look_for(launch: Launch, command: Sequence[str]) -> None:
    """Raises RuntimeMissing where this machine lacks what the command begins with, and that is its language's."""
    program, runtime = command[0], RUNTIMES.get(launch.runtime)
    of_the_language = runtime is not None and program in (runtime.program, runtime.compiler)
    if of_the_language and _here([program]) == [program] and shutil.which(program) is None:
        raise RuntimeMissing(
            f"this machine has no {program}, for {launch.runtime}: install it, or `make runtimes`"
        )


def _here(command: list[str]) -> list[str]:
    """The runtime's Python is the one that runs us."""
    return [sys.executable, *command[1:]] if command[0] in (PYTHON, "python3", "python") else command


def _environment(folder: Path) -> dict[str, str]:
    roots = ":".join(map(str, library.source_roots()))
    ours = {"PATH": os.environ.get("PATH", ""), "HOME": os.environ.get("HOME", "/")}
    ours["NODE_PATH"] = f"{library.NODE}:{os.environ.get('NODE_PATH', '')}"
    return {**ENVIRONMENT, **ours, "PYTHONPATH": roots, "ATHANOR_SOCKET": str(folder / SOCKET)}
