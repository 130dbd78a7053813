"""The referee's end of a bot's line: frames over a Unix socket, on the running event loop.

The frames are `athanor_contract.frames`. At the other end is a guard of ours, a process that talks to the bot's
server and answers for what it hands on; so what is no frame here is a fault of ours, and what the guard says at
its end is the bot's.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections import deque
from dataclasses import dataclass
from typing import Final

from arena.referee.conduct import OurFault, shortened
from athanor_contract.frames import DONE, END, MESSAGE, QUESTION, TIME, BadFrame, Frames, frame
from athanor_contract.limits import server

CHUNK: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class End:
    """There will be no more messages, and why: `fault` is "closed", "dead" or "malformed"."""

    fault: str
    detail: str


class Line:
    def __init__(self, end: socket.socket) -> None:
        end.setblocking(False)
        self._socket = end
        self._loop = asyncio.get_running_loop()
        # The guard hands on no larger message of a bot.
        self._frames = Frames(server.MESSAGE)
        self._heard: deque[bytes] = deque()
        self._end: End | None = None
        self._failure = ""
        """Why nothing can be heard or said any more, by no fault of the bot."""
        self._waiter: asyncio.Future[None] | None = None
        self._torn = False
        self.sent = self.received = 0
        """Bytes of messages, to the bot and from it."""
        self.waited = 0.0
        """Milliseconds that the guard has waited for answers, in all."""
        self._loop.add_reader(end.fileno(), self._readable)

    async def tell(self, words: bytes) -> None:
        """Says what needs no answer."""
        self.sent += len(words)
        await self._send(frame(MESSAGE, words))

    async def ask(self, words: bytes, before: bytes | None = None) -> None:
        """Says what an answer is awaited to; `before` is a message that needs none, said first."""
        self.sent += len(words)
        told = frame(QUESTION, words)
        if before is not None:
            self.sent += len(before)
            told = frame(MESSAGE, before) + told
        await self._send(told)

    async def part(self, *messages: bytes) -> None:
        """Says what needs no answer, and that it was all."""
        told = b"".join([frame(MESSAGE, words) for words in messages])
        self.sent += sum(map(len, messages))
        await self._send(told + frame(DONE))

    async def hear(self) -> bytes | End:
        """The next message. Once there is an end it is all that is heard. Raises OurFault."""
        heard = self._heard
        while not heard:
            if self._end is not None:
                return self._end
            if self._failure:
                raise OurFault(self._failure)
            self._waiter = self._loop.create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return heard.popleft()

    @property
    def is_ended(self) -> bool:
        """Whether its guard has said its last word, which may still be to be heard."""
        return self._end is not None

    @property
    def is_over(self) -> bool:
        return self._end is not None or bool(self._failure) or self._torn

    def close(self) -> None:
        """May be repeated."""
        if self._socket.fileno() >= 0:
            self._loop.remove_reader(self._socket.fileno())
            self._socket.close()

    async def _send(self, told: bytes) -> None:
        if self._torn:
            # A wait that was broken off in the middle of a frame: what comes after it would be read as its rest.
            return
        # Who is gone has left its last word to be heard: that it cannot be told anything is no news.
        with contextlib.suppress(ConnectionError):
            try:
                sent = self._socket.send(told)
            except BlockingIOError:
                sent = 0
            if sent < len(told):
                self._torn = True
                await self._loop.sock_sendall(self._socket, memoryview(told)[sent:])
                self._torn = False

    def _readable(self) -> None:
        try:
            data = self._socket.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self._take(data)
        else:
            self._fail("the guard of a bot's connection ended without a word")
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def _take(self, data: bytes) -> None:
        try:
            for kind, words in self._frames.take(data):
                if kind == MESSAGE:
                    self.received += len(words)
                    self._heard.append(words)
                elif kind == TIME:
                    self.waited += int.from_bytes(words, "little") / 1000
                elif kind == END:
                    self._take_end(words)
                else:
                    raise BadFrame(kind, len(words))
        except BadFrame as bad:
            self._fail(f"the guard of a bot's connection said {bad}")

    def _take_end(self, words: bytes) -> None:
        try:
            told = json.loads(words)
            end = End(str(told["fault"]), shortened(str(told["detail"])))
        except (ValueError, KeyError, TypeError):
            self._fail("the guard of a bot's connection ended with what is no reason")
            return
        if end.fault == "ours":
            self._fail(end.detail)
        else:
            self._end = end

    def _fail(self, why: str) -> None:
        if not self.is_over:
            self._failure = why
        if self._socket.fileno() >= 0:
            self._loop.remove_reader(self._socket.fileno())
