"""One child process: started in a session of its own, tied to our life, its output kept line by line."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import signal
from asyncio.subprocess import STDOUT, Process
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

PR_SET_PDEATHSIG = 1
LONGEST_LINE = 64 * 1024
LARGEST_LOG = 10 * 1024 * 1024
LIBC = ctypes.CDLL(None, use_errno=True)


class Log:
    """A file of lines, each with its service's name in front; one older file is kept."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[bytes] = path.open("ab", buffering=0)

    def write(self, line: bytes) -> None:
        if self._file.tell() > LARGEST_LOG:
            self._file.close()
            self.path.replace(self.path.with_suffix(".log.1"))
            self._file = self.path.open("ab", buffering=0)
        # A full disk must not end the platform.
        with contextlib.suppress(OSError):
            self._file.write(line)

    def close(self) -> None:
        self._file.close()


async def started(
    command: Sequence[str], environment: Mapping[str, str], on_line: Callable[[bytes], None]
) -> tuple[Process, asyncio.Task[None]]:
    """The process, and the task that hands on its output until it ends."""
    # A pipe of ours: with one of asyncio's a process that is killed counts as running while a child of its own
    # holds the other end, and its successor would wait for that.
    reading, writing = os.pipe()
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=writing,
            stderr=STDOUT,
            env=dict(environment),
            start_new_session=True,
            preexec_fn=_tied_to(os.getpid()),
        )
    except BaseException:
        os.close(reading)
        raise
    finally:
        os.close(writing)
    stream = asyncio.StreamReader(limit=LONGEST_LINE)
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(stream), os.fdopen(reading, "rb", buffering=0)
    )
    return process, asyncio.create_task(_hand_on(stream, on_line))


def _tied_to(parent: int) -> Callable[[], None]:
    def tie() -> None:
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        # The parent may have died before the call: then nobody would ever send the signal.
        if os.getppid() != parent:
            os._exit(1)

    return tie


async def _hand_on(stream: asyncio.StreamReader, on_line: Callable[[bytes], None]) -> None:
    while True:
        try:
            line = await stream.readuntil(b"\n")
        except asyncio.IncompleteReadError as end:
            if end.partial:
                on_line(end.partial + b"\n")
            return
        except asyncio.LimitOverrunError as long:
            line = await stream.readexactly(long.consumed) + b"\n"
        on_line(line)


async def ended(process: Process, grace: float) -> None:
    """SIGTERM, and SIGKILL to its whole group when `grace` is over; then nothing of the group is left."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(grace):
                await process.wait()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    await process.wait()
