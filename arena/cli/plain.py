"""A bot as a plain program of this user, behind no walls: for one's own bots, where no sandbox works.

It has the shape of a sandbox driver. The program is started in its bundle's folder with the SDK importable; where
it speaks lines of JSON the adapter stands between, as in a sandbox.
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
from pathlib import Path

import athanorpb
import sandbox
from sandbox.interface import Box, Built, Launch, NotReady, Remains, SandboxFault, Stats

OURS = Path(sandbox.__file__).parent
IMPORTABLE = (OURS / "sdk" / "python", OURS / "adapter", Path(athanorpb.__file__).parents[1])
"""What a bot may import of ours."""
POLL = 0.01
LARGEST_LOG = 128 * 1024


class PlainBox:
    def __init__(self, launch: Launch, folder: Path) -> None:
        self.launch = launch
        self.folder = folder
        self.socket = folder / "bot.sock"
        self.target = f"unix:{self.socket}"
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        self._process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        command = [sys.executable if word == "python3" else word for word in self.launch.command]
        if self.launch.protocol == "stdio":
            command = [sys.executable, "-m", "athanor_adapter", "--", *command]
        environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "PYTHONPATH": os.pathsep.join(map(str, IMPORTABLE)),
            "PYTHONSAFEPATH": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "ATHANOR_SOCKET": str(self.socket),
        }
        with (self.folder / "log").open("wb") as log:
            try:
                # A group of its own, so that what it starts ends with it.
                return subprocess.Popen(
                    command,
                    cwd=self.launch.files,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
            except OSError as error:
                raise NotReady(f"its command {command[0]!r} cannot be run: {error.strerror}") from error

    async def wait_ready(self, within: float) -> None:
        assert self._process is not None
        try:
            async with asyncio.timeout(within):
                while not self.socket.exists():
                    if self._process.poll() is not None:
                        raise NotReady(
                            f"its program ended with code {self._process.returncode}: {self._last_line()}"
                        )
                    await asyncio.sleep(POLL)
        except TimeoutError:
            raise NotReady(f"it did not listen on its socket within {within:g} s") from None

    def stats(self) -> Stats:
        return Stats(None, None, None)

    async def kill(self) -> Remains:
        code = None
        if self._process is not None:
            code = self._process.poll()
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        log = self._log()
        shutil.rmtree(self.folder, ignore_errors=True)
        return Remains(log, code, False)

    def _log(self) -> bytes:
        try:
            with (self.folder / "log").open("rb") as log:
                return log.read(LARGEST_LOG)
        except FileNotFoundError:
            return b""

    def _last_line(self) -> str:
        lines = self._log().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"


class PlainDriver:
    name = "none"

    def __init__(self, state: Path) -> None:
        self.state = state

    def trouble(self) -> str | None:
        return None

    async def prepare(self, launch: Launch) -> Box:
        return PlainBox(launch, Path(tempfile.mkdtemp(prefix="box-", dir=self.state)))

    async def build(self, launch: Launch, into: Path, within: float) -> Built:
        raise SandboxFault("a plain program is not built: build it yourself")

    async def sweep(self) -> int:
        return 0
