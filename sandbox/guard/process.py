"""A guard from outside: started while the walls of its box are made, watched, and ended.

Blame is certain because whoever started a guard keeps its end of the line open: if the guard ends without a word,
what it ended of is said here in its stead. A line that ends without any is a fault of ours.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

import athanor_contract
import sandbox
from athanor_contract.frames import END, frame
from athanor_contract.limits import server as limits
from sandbox import seccomp
from sandbox.guard.ending import HUNG_UP, MALFORMED, OURS, Ended, document
from sandbox.interface import SandboxFault

ROOTS: Final = tuple(
    dict.fromkeys(str(Path(str(package.__file__)).parents[1]) for package in (sandbox, athanor_contract))
)
"""The folders in which a guard finds what is ours."""
PROGRAM: Final = (
    # The libraries of Python itself come first, whatever lies beside ours.
    "import _socket, select, resource, sys; sys.path.extend(sys.argv.pop(1).split(':')); "
    "from sandbox.guard.program import main; main()"
)
MAY_CALL: Final = (
    "brk", "clock_gettime", "close", "exit", "exit_group", "futex", "madvise", "mmap", "mprotect", "mremap",
    "munmap", "poll", "read", "recvmsg", "restart_syscall", "rt_sigreturn", "write",
)  # fmt: skip

SOME: Final = {name: seccomp.CONDITIONAL[name] for name in ("fcntl", "ioctl")}


class Guard:
    def __init__(self) -> None:
        """Starts it: it is up some milliseconds later, and waits to be introduced."""
        self.line, self._its_end = _pair(socket.SOCK_STREAM)
        self.line.setblocking(False)
        self._control, its_control = _pair(socket.SOCK_SEQPACKET)
        inherited = (self._its_end.fileno(), its_control.fileno())
        try:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-I",
                    "-S",
                    "-c",
                    PROGRAM,
                    os.pathsep.join(ROOTS),
                    *map(str, inherited),
                    str(os.getpid()),
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={},
                pass_fds=inherited,
                cwd="/",
                start_new_session=True,
            )
            self._control.send(_filter())
        except OSError as error:
            self._close()
            raise SandboxFault(f"the guard of a bot could not be started: {error}") from error
        finally:
            its_control.close()
        self._watch = os.pidfd_open(self._process.pid)
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._watch, self._gone)

    @property
    def pid(self) -> int:
        return self._process.pid

    def introduce(self, connection: socket.socket) -> None:
        """Hands it the connection to its bot, which is ours no more."""
        with connection, contextlib.suppress(ConnectionError):
            socket.send_fds(self._control, [b"c"], [connection.fileno()])

    def was_left(self) -> bool:
        """Whether its bot has hung up, as a program does that ends. Said once."""
        with contextlib.suppress(OSError):
            return self._control.recv(1, socket.MSG_DONTWAIT) == HUNG_UP
        return False

    async def end(self) -> None:
        """Its process is gone. May be repeated."""
        self._unwatch()
        if self._process.returncode is None:
            self._process.kill()
            await asyncio.to_thread(self._process.wait)
        self._close()

    def _gone(self) -> None:
        self._unwatch()
        code = self._process.wait()
        if code != 0:
            with contextlib.suppress(OSError):
                self._its_end.setblocking(False)
                self._its_end.send(frame(END, document(_ended_by(code))))
        self._its_end.close()

    def _unwatch(self) -> None:
        if self._watch >= 0:
            self._loop.remove_reader(self._watch)
            os.close(self._watch)
            self._watch = -1

    def _close(self) -> None:
        if self.line.fileno() >= 0:
            # Who still listens there would be taken to listen to the next one with its number.
            asyncio.get_running_loop().remove_reader(self.line)
        for end in (self.line, self._its_end, self._control):
            end.close()


def _pair(kind: socket.SocketKind) -> tuple[socket.socket, socket.socket]:
    """Two ends that block. Celery sets a default timeout for the whole process while it closes a connection; a
    socket that another thread makes meanwhile does not block, and the guard would not wait for what it is told."""
    ends = socket.socketpair(socket.AF_UNIX, kind)
    for end in ends:
        end.setblocking(True)
    return ends


def _ended_by(code: int) -> Ended:
    if code == -signal.SIGXCPU:
        return Ended(
            MALFORMED,
            f"what its server sent kept its guard busy for more than {limits.CPU_SECONDS} seconds of CPU time",
        )
    how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
    return Ended(OURS, f"the guard of its connection ended {how}")


@cache
def _filter() -> bytes:
    """The BPF program of what a guard may call. Where no numbers are known there is none, which one byte says."""
    try:
        return seccomp.bpf_program(seccomp.Policy(MAY_CALL, SOME, {}))
    except seccomp.UnknownArchitecture:
        return b"\0"
