"""One connection on the running event loop: frames in, answers out with descriptors, a deadline on all of it."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import IO, Any, Final

from sandbox.daemon.peers import Peer
from sandbox.daemon.wire import LONGEST_REQUEST, Head, Inbox, encoded

CHUNK: Final = 256 * 1024
BEGUN: Final = 10.0
"""Seconds for the rest of a line that has begun."""
BODY: Final = 60.0
"""Seconds for what follows a line."""
IDLE: Final = 60.0
"""Seconds that a connection without a slot may say nothing."""
WRITE: Final = 30.0
"""Seconds for the other end to take an answer."""


class Gone(Exception):
    """The other end has closed, does not go on, or does not take what it is told."""


class Connection:
    def __init__(self, line: socket.socket, peer: Peer) -> None:
        line.setblocking(False)
        self.peer = peer
        self._line = line
        self._inbox = Inbox(LONGEST_REQUEST)
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

    async def body(self, size: int, into: IO[bytes]) -> None:
        """So many bytes after a line. Raises Gone."""
        async with _within(BODY):
            while size:
                data = self._inbox.body(size) or await self._receive(size)
                if not data:
                    raise Gone("it closed within a body")
                into.write(data)
                size -= len(data)

    async def _receive(self, most: int = CHUNK) -> bytes:
        # What is there already is received without waiting: one who talks on and on must not stop all else.
        await asyncio.sleep(0)
        # Nothing for descriptors is passed to the kernel: those that a client sends are dropped by it.
        try:
            return await asyncio.get_running_loop().sock_recv(self._line, min(most, CHUNK))
        except OSError as error:
            raise Gone(error.strerror or type(error).__name__) from error

    async def send(
        self,
        head: Mapping[str, Any],
        descriptors: Sequence[int] = (),
        body: Sequence[bytes] | AsyncIterator[bytes] = (),
    ) -> None:
        """Raises Gone."""
        async with self._sending:
            try:
                async with asyncio.timeout(WRITE):
                    data = encoded({**head, "descriptors": len(descriptors)} if descriptors else head)
                    if descriptors:
                        data = data[await self._send_with(data, descriptors) :]
                    await asyncio.get_running_loop().sock_sendall(self._line, data)
                async for piece in _pieces(body):
                    async with asyncio.timeout(WRITE):
                        await asyncio.get_running_loop().sock_sendall(self._line, piece)
            except TimeoutError:
                raise Gone("it does not take its answer") from None
            except OSError as error:
                raise Gone(error.strerror or type(error).__name__) from error

    async def _send_with(self, data: bytes, descriptors: Sequence[int]) -> int:
        while True:
            try:
                return socket.send_fds(self._line, [data], list(descriptors))
            except BlockingIOError:
                await self._writable()

    async def _writable(self) -> None:
        loop = asyncio.get_running_loop()
        free: asyncio.Future[None] = loop.create_future()

        def writable() -> None:
            if not free.done():
                free.set_result(None)

        loop.add_writer(self._line, writable)
        try:
            await free
        finally:
            loop.remove_writer(self._line)

    def hang_up(self) -> None:
        """Whoever waits for it, on either end, is told that it is over."""
        self._is_over = True
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Once nobody here waits for it any more: the loop would take the next one with its number for it."""
        self.hang_up()
        self._line.close()


@contextlib.asynccontextmanager
async def _within(patience: float | None) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(patience):
            yield
    except TimeoutError:
        raise Gone(f"it did not go on for {patience:g} seconds") from None


async def _pieces(body: Sequence[bytes] | AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    if isinstance(body, Sequence):
        for piece in body:
            yield piece
    else:
        async for piece in body:
            yield piece


async def reading(file: IO[bytes]) -> AsyncIterator[bytes]:
    while chunk := await asyncio.to_thread(file.read, CHUNK):
        yield chunk
