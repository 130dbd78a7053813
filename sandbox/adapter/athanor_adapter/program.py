"""The program behind the adapter: lines in, lines out, each bounded.

It is written to without ever waiting for it alone: while its stdin is full its stdout is taken, so that two
full pipes cannot hold each other up.
"""

from __future__ import annotations

import os
import select
import signal
import threading
import time
from array import array
from collections import deque
from fcntl import ioctl

FIONREAD = 0x541B
"""Of Linux; the module `termios`, which has its name, is not in every tree."""
LONGEST_LINE = 1024 * 1024
MOST_WAITING = 4 * LONGEST_LINE
"""Bytes a program may have said while it was being told something."""
TAKEN_WITHIN = 1.0
"""Seconds in which the thread that waits for a line has taken what was printed, however busy the machine is."""


class Malformed(Exception):
    """The program said what is no line of the protocol; the text says what it was."""


class Ended(Exception):
    """The program's stdout, or the program itself, came to its end."""


class Program:
    def __init__(self, command: list[str]) -> None:
        stdin, self._stdin = os.pipe()
        self._stdout, stdout = os.pipe()
        environment = {name: value for name, value in os.environ.items() if name != "ATHANOR_SOCKET"}
        # A Python program that prints without flushing is answered all the same.
        environment["PYTHONUNBUFFERED"] = "1"
        try:
            self.pid = os.posix_spawnp(
                command[0],
                command,
                environment,
                file_actions=[(os.POSIX_SPAWN_DUP2, stdin, 0), (os.POSIX_SPAWN_DUP2, stdout, 1)],
                setsigdef=[signal.SIGPIPE],
            )
        finally:
            os.close(stdin)
            os.close(stdout)
        os.set_blocking(self._stdin, False)
        self._lines: deque[bytes] = deque()
        self._rest = b""
        self._taking = threading.Lock()
        """Held from where bytes leave the pipe until they are kept."""
        self._poll = select.poll()
        self._poll.register(self._stdout, select.POLLIN)

    def wait(self) -> int:
        """Its exit code, once it has one; as a shell has it, 128 and the signal, where a signal ended it."""
        _, status = os.waitpid(self.pid, 0)
        code = os.waitstatus_to_exitcode(status)
        return code if code >= 0 else 128 - code

    def waiting(self) -> list[bytes]:
        """The lines it has said already, without waiting for one."""
        while self._poll.poll(0):
            if not self._take():
                break
        lines = list(self._lines)
        self._lines.clear()
        return lines

    def line(self) -> bytes:
        """The next line it says. Raises Ended, Malformed."""
        while not self._lines:
            if not self._take():
                half = f" in the middle of a line: {self._rest!r:.80}" if self._rest else ""
                raise Ended(f"the program's output ended{half}")
        return self._lines.popleft()

    def tell(self, said: bytes) -> None:
        """Writes to its stdin. Raises Ended, Malformed."""
        try:
            done = self._written(said)
            while done < len(said):
                self._wait_for_room()
                done += self._written(said[done:])
        except BrokenPipeError as error:
            raise Ended("the program closed its input") from error

    @property
    def unread(self) -> int:
        """Bytes that it was told and has not read yet."""
        return _bytes_in(self._stdin)

    def half_said(self, within: float = TAKEN_WITHIN) -> bytes:
        """What it has printed of a line that has no end yet; another thread waits for that line."""
        until = time.monotonic() + within
        while _bytes_in(self._stdout) and time.monotonic() < until:
            time.sleep(0.001)
        with self._taking:
            return self._rest

    def close_input(self) -> None:
        if self._stdin >= 0:
            os.close(self._stdin)
            self._stdin = -1

    def _written(self, said: bytes) -> int:
        try:
            return os.write(self._stdin, said)
        except BlockingIOError:
            return 0

    def _wait_for_room(self) -> None:
        both = select.poll()
        both.register(self._stdin, select.POLLOUT)
        both.register(self._stdout, select.POLLIN)
        for descriptor, _ in both.poll():
            if descriptor == self._stdout and not self._take():
                raise Ended("the program's output ended")
        if sum(map(len, self._lines)) > MOST_WAITING:
            raise Malformed(f"the program said more than {MOST_WAITING} bytes without being asked")

    def _take(self) -> bool:
        """Reads what there is of its stdout; False at its end."""
        self._poll.poll()
        with self._taking:
            chunk = os.read(self._stdout, 65536)
            if not chunk:
                return False
            *whole, self._rest = (self._rest + chunk).split(b"\n") if b"\n" in chunk else [self._rest + chunk]
        self._lines.extend(whole)
        if len(self._rest) > LONGEST_LINE:
            raise Malformed(f"the program said a line longer than {LONGEST_LINE} bytes: {self._rest[:60]!r}...")
        return True


def _bytes_in(pipe: int) -> int:
    held = array("i", [0])
    try:
        ioctl(pipe, FIONREAD, held)
    except (OSError, ValueError):
        # It is closed.
        return 0
    return held[0]
