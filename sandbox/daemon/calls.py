"""A client's end of one connection: requests from an event loop, or from ordinary code that cannot wait for one.

Whoever reads takes what is there apart and hands each answer to whom it is for, by its number. Every request has a
deadline; a connection that broke, or was late once, is of no use any more: all that wait on it are told so.
"""

from __future__ import annotations

import array
import asyncio
import contextlib
import os
import select
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sandbox.daemon.wire import LONGEST_REPLY, BadFrame, Head, Inbox, body_size, encoded
from sandbox.interface import HostStalled, NotReady, RuntimeMissing, SandboxFault

CHUNK: Final = 256 * 1024
MOST_DESCRIPTORS: Final = 8
CONNECT: Final = 5.0
"""Seconds for the daemon to be there: one that is just started again is waited for."""
POLL: Final = 0.05
FAULTS: Final[dict[Any, type[SandboxFault]]] = {"runtime-missing": RuntimeMissing, "host-stalled": HostStalled}
"""By the code that the daemon gives them; all others are of no kind of their own."""


@dataclass
class Answer:
    head: Head
    body: bytearray = field(default_factory=bytearray)
    descriptors: list[int] = field(default_factory=list)


class UnknownBundle(Exception):
    """The daemon does not have it, or not any more."""


class Call:
    """One connection to sandboxd."""

    def __init__(self, line: socket.socket) -> None:
        self._socket = line
        self._inbox = Inbox(LONGEST_REPLY)
        self._last = 0
        self._waiting: dict[int, asyncio.Future[Answer] | None] = {}
        """By number, who waits for it; None is ordinary code, which looks into `_come`."""
        self._come: dict[int, Answer] = {}
        self._unclaimed: list[int] = []
        """Descriptors that came with a line that is not complete yet."""
        self._current: Answer | None = None
        self._left = 0
        self._sending = 0
        self._broken: str | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def ask(self, head: Mapping[str, Any], within: float, descriptor: int | None = None) -> Answer:
        """Raises SandboxFault, NotReady and UnknownBundle."""
        number = self._number()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer] = loop.create_future()
        self._waiting[number] = future
        answer: Answer | None = None
        self._listen(loop)
        try:
            async with asyncio.timeout(within):
                await self._send(encoded({**head, "id": number}), descriptor)
                answer = _checked(await future)
                return answer
        except TimeoutError:
            late = f"it did not {head['verb']} within {within:g} seconds"
            self._breaks(late)
            raise SandboxFault(f"sandboxd failed: {late}") from None
        finally:
            if answer is None:
                _drop_unheard(future)
            self._waiting.pop(number, None)
            self._forget(number)

    def ask_now(self, head: Mapping[str, Any], within: float) -> Answer:
        """The same for ordinary code. Raises SandboxFault and NotReady."""
        number = self._number()
        self._waiting[number] = None
        until = time.monotonic() + within
        poll = select.poll()
        try:
            self._send_now(encoded({**head, "id": number}), until)
            while number not in self._come:
                if self._broken is not None:
                    raise SandboxFault(f"sandboxd failed: {self._broken}")
                poll.register(self._socket, select.POLLIN)
                if (left := until - time.monotonic()) <= 0:
                    self._breaks(f"it did not {head['verb']} within {within:g} seconds")
                    continue
                if poll.poll(left * 1000):
                    self._receive()
            return _checked(self._come[number])
        finally:
            self._waiting.pop(number, None)
            self._forget(number)

    def close(self) -> None:
        """The slots of this connection end with it."""
        if self._socket.fileno() >= 0:
            self._breaks("its connection was closed")

    def _number(self) -> int:
        if self._broken is not None:
            raise SandboxFault(f"sandboxd failed: {self._broken}")
        self._last += 1
        return self._last

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._loop is None:
            self._loop = loop
            loop.add_reader(self._socket, self._receive)

    async def _send(self, data: bytes, descriptor: int | None = None) -> None:
        self._sending += 1
        try:
            if descriptor is not None:
                data = data[await self._send_with(data, descriptor) :]
            await asyncio.get_running_loop().sock_sendall(self._socket, data)
        except OSError as error:
            self._hear_why(error)
        finally:
            self._sending -= 1
            self._close_if_unused()

    async def _send_with(self, data: bytes, descriptor: int) -> int:
        """How many bytes went with it."""
        while True:
            try:
                return socket.send_fds(self._socket, [data], [descriptor])
            except BlockingIOError:
                await self._writable()

    async def _writable(self) -> None:
        loop = asyncio.get_running_loop()
        free: asyncio.Future[None] = loop.create_future()

        def tell() -> None:
            if not free.done():
                free.set_result(None)

        loop.add_writer(self._socket, tell)
        try:
            await free
        finally:
            loop.remove_writer(self._socket)

    def _close_if_unused(self) -> None:
        """Not while somebody waits for it: the loop would take the next one with its number for it."""
        if self._broken is not None and not self._sending:
            self._socket.close()

    def _send_now(self, data: bytes, until: float) -> None:
        poll = select.poll()
        poll.register(self._socket, select.POLLOUT)
        while data:
            try:
                data = data[self._socket.send(data) :]
            except BlockingIOError:
                left = until - time.monotonic()
                if left <= 0 or not poll.poll(left * 1000):
                    self._breaks("it does not take what it is asked")
                    return
            except OSError as error:
                self._hear_why(error)
                return

    def _hear_why(self, error: OSError) -> None:
        """Who hangs up has said before why."""
        if self._broken is None:
            self._receive()
        self._breaks(error.strerror or type(error).__name__)

    def _receive(self) -> None:
        """What is there now."""
        room = socket.CMSG_SPACE(MOST_DESCRIPTORS * 4)
        try:
            data, told, _, _ = self._socket.recvmsg(CHUNK, room, socket.MSG_CMSG_CLOEXEC)
        except BlockingIOError:
            return
        except OSError as error:
            self._breaks(error.strerror or type(error).__name__)
            return
        for level, kind, content in told:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                found = array.array("i")
                found.frombytes(content[: len(content) - len(content) % found.itemsize])
                self._unclaimed += found
        if not data:
            self._breaks("it closed the connection")
            return
        self._inbox.add(data)
        try:
            self._take_apart()
        except BadFrame as problem:
            self._breaks(f"it said nonsense: {problem}")

    def _take_apart(self) -> None:
        while True:
            if self._current is None:
                head = self._inbox.head()
                if head is None:
                    return
                self._current = Answer(head)
                self._left = body_size(head)
                count = int(head.get("descriptors", 0))
                self._current.descriptors, self._unclaimed = self._unclaimed[:count], self._unclaimed[count:]
            piece = self._inbox.body(self._left)
            self._current.body += piece
            self._left -= len(piece)
            if self._left:
                return
            answer, self._current = self._current, None
            self._hand_over(answer)

    def _hand_over(self, answer: Answer) -> None:
        number = answer.head.get("id")
        if number is None:
            # Said to nobody in particular: why it closes the connection.
            self._breaks(str(answer.head.get("fault", "it closed the connection")))
        elif number not in self._waiting:
            _drop(answer)
        elif (future := self._waiting[number]) is None:
            self._come[number] = answer
        elif future.done():
            _drop(answer)
        else:
            future.set_result(answer)

    def _forget(self, number: int) -> None:
        self._come.pop(number, None)

    def _breaks(self, why: str) -> None:
        if self._broken is None:
            self._broken = why
        if self._loop is not None:
            if not self._loop.is_closed():
                self._loop.remove_reader(self._socket)
            self._loop = None
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._close_if_unused()
        for descriptor in self._unclaimed:
            os.close(descriptor)
        self._unclaimed = []
        if self._current is not None:
            _drop(self._current)
            self._current = None
        for future in self._waiting.values():
            if future is not None and not future.done():
                future.set_exception(SandboxFault(f"sandboxd failed: {self._broken}"))


def _checked(answer: Answer) -> Answer:
    head = answer.head
    if "fault" in head:
        _drop(answer)
        if head.get("code") == "unknown":
            raise UnknownBundle
        raise FAULTS.get(head.get("code"), SandboxFault)(str(head["fault"]))
    if "not_ready" in head:
        raise NotReady(str(head["not_ready"]))
    return answer


def _drop(answer: Answer) -> None:
    for descriptor in answer.descriptors:
        os.close(descriptor)
    answer.descriptors = []


def _drop_unheard(future: asyncio.Future[Answer]) -> None:
    """What had come when whoever waited for it was called off."""
    if future.done() and not future.cancelled() and future.exception() is None:
        _drop(future.result())


def _connected(path: Path) -> socket.socket | None:
    """None: nobody is there, or nobody has the time. Raises SandboxFault where waiting is no use."""
    line = socket.socket(socket.AF_UNIX)
    line.setblocking(False)
    try:
        line.connect(str(path))
    except (FileNotFoundError, ConnectionRefusedError, BlockingIOError):
        line.close()
        return None
    except OSError as error:
        line.close()
        raise SandboxFault(f"sandboxd cannot be reached: {path}: {error.strerror or error}") from error
    return line


async def called(path: Path) -> Call:
    """A connection to sandboxd. Raises SandboxFault."""
    until = time.monotonic() + CONNECT
    while (line := _connected(path)) is None:
        _check_patience(path, until)
        await asyncio.sleep(POLL)
    return Call(line)


def called_now(path: Path) -> Call:
    """The same for ordinary code."""
    until = time.monotonic() + CONNECT
    while (line := _connected(path)) is None:
        _check_patience(path, until)
        time.sleep(POLL)
    return Call(line)


def _check_patience(path: Path, until: float) -> None:
    if time.monotonic() > until:
        raise SandboxFault(f"sandboxd is not there: nobody listens at {path}")
