"""One connection on the running event loop: requests in, answers out, descriptors with both, and deadlines."""

from __future__ import annotations

import array
import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from sandbox.daemon.peers import Peer
from sandbox.daemon.sealed import let_go
from sandbox.daemon.wire import LONGEST_REQUEST, Head, Inbox, encoded

CHUNK: Final = 256 * 1024
BEGUN: Final = 10.0
"""Seconds for the rest of a line that has begun."""
IDLE: Final = 60.0
"""Seconds that a connection without a slot may say nothing."""
WRITE: Final = 30.0
"""Seconds for the other end to take an answer."""
MOST_DESCRIPTORS: Final = 253
"""That can be sent at once: the kernel would close what there is no room for, and let us wait for that."""
DESCRIPTOR_ROOM: Final = socket.CMSG_SPACE(MOST_DESCRIPTORS * array.array("i").itemsize)


class Gone(Exception):
    """The other end has closed, does not go on, or does not take what it is told."""


class Received:
    """A descriptor that a client has sent, until somebody takes it."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def take(self) -> int:
        """It is the caller's to close now."""
        taken, self._descriptor = self._descriptor, -1
        return taken

    def close(self) -> None:
        if self._descriptor >= 0:
            let_go(self.take())


class Connection:
    def __init__(self, line: socket.socket, peer: Peer) -> None:
        line.setblocking(False)
        self.peer = peer
        self._line = line
        self._inbox = Inbox(LONGEST_REQUEST)
        self._received: Received | None = None
        """Sent with a request that is not read yet, or with none that takes it."""
        self._sending = asyncio.Lock()
        self._is_over = False

    async def head(self, may_idle: bool) -> Head | None:
        """The next request; None: there is none and the other end has closed. Raises BadFrame and Gone."""
        if self._is_over:
            # What it has asked before it went nobody wants to know.
            raise Gone("it does not take its answers")
        if (head := self._inbox.head()) is not None:
            return head
        if self._inbox.is_empty:
            # It came with a request that has no use for it.
            self._drop()
            async with _within(None if may_idle else IDLE):
                self._inbox.add(data := await self._receive())
            if not data:
                return None
        async with _within(BEGUN):
            while (head := self._inbox.head()) is None:
                if not (data := await self._receive()):
                    raise Gone("it closed within a line")
                self._inbox.add(data)
        return head

    def descriptor(self) -> Received | None:
        """What was sent with the request that was read last; to be asked for before the next one is read."""
        received, self._received = self._received, None
        return received

    def _drop(self) -> None:
        if (received := self.descriptor()) is not None:
            received.close()

    async def _receive(self) -> bytes:
        # What is there already is received without waiting: one who talks on and on must not stop all else.
        await asyncio.sleep(0)
        while True:
            try:
                data, told, _, _ = self._line.recvmsg(CHUNK, DESCRIPTOR_ROOM, socket.MSG_CMSG_CLOEXEC)
            except BlockingIOError:
                await self._possible(reading=True)
            except OSError as error:
                raise Gone(error.strerror or type(error).__name__) from error
            else:
                for descriptor in _descriptors(told):
                    self._keep(Received(descriptor))
                return data

    def _keep(self, received: Received) -> None:
        """One, the first: no request comes with more."""
        if self._received is None:
            self._received = received
        else:
            received.close()

    async def send(
        self,
        head: Mapping[str, Any],
        descriptors: Sequence[int] = (),
        body: bytes = b"",
    ) -> None:
        """Raises Gone."""
        async with self._sending:
            try:
                async with asyncio.timeout(WRITE):
                    data = encoded({**head, "descriptors": len(descriptors)} if descriptors else head)
                    if descriptors:
                        data = data[await self._send_with(data, descriptors) :]
                    await asyncio.get_running_loop().sock_sendall(self._line, data + body)
            except TimeoutError:
                raise Gone("it does not take its answer") from None
            except OSError as error:
                raise Gone(error.strerror or type(error).__name__) from error

    async def _send_with(self, data: bytes, descriptors: Sequence[int]) -> int:
        while True:
            try:
                return socket.send_fds(self._line, [data], list(descriptors))
            except BlockingIOError:
                await self._possible(reading=False)

    async def _possible(self, *, reading: bool) -> None:
        """To read from the line, or to write to it."""
        loop = asyncio.get_running_loop()
        now: asyncio.Future[None] = loop.create_future()
        watch, leave = (loop.add_reader, loop.remove_reader) if reading else (loop.add_writer, loop.remove_writer)

        def tell() -> None:
            if not now.done():
                now.set_result(None)

        watch(self._line, tell)
        try:
            await now
        finally:
            leave(self._line)

    def hang_up(self) -> None:
        """Whoever waits for it, on either end, is told that it is over."""
        self._is_over = True
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Once nobody here waits for it any more: the loop would take the next one with its number for it."""
        self.hang_up()
        self._drop()
        self._line.close()


@contextlib.asynccontextmanager
async def _within(patience: float | None) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(patience):
            yield
    except TimeoutError:
        raise Gone(f"it did not go on for {patience:g} seconds") from None


def _descriptors(told: Iterable[tuple[int, int, bytes]]) -> Iterator[int]:
    for level, kind, content in told:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            found = array.array("i")
            found.frombytes(content[: len(content) - len(content) % found.itemsize])
            yield from found
