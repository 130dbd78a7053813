"""What a bot writes to stderr: kept head and tail, taken no faster than a person could ever read it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import deque
from collections.abc import Callable

CHUNK = 64 * 1024
PAUSE = 0.01
"""Seconds between two looks: a flood costs the bot its time, as it waits for the pipe, and us next to nothing,
also one of small pieces that would wake us for each of them."""

QUIET = 0.1
"""Seconds without a word after which what is being written is taken to be complete: the host may be busy."""


class Kept:
    """The first and the last bytes of a stream, `limit` in all."""

    def __init__(self, limit: int) -> None:
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self._half = limit // 2
        self.dropped = 0
        self.taken = 0
        """Bytes in all, kept or not."""

    def add(self, data: bytes) -> None:
        self.taken += len(data)
        room = self._half - len(self._head)
        self._head += data[:room]
        if rest := data[room:]:
            self._tail.append(rest)
            self._tail_size += len(rest)
        while self._tail_size > self._half:
            self._trim(self._tail_size - self._half)

    def _trim(self, excess: int) -> None:
        first = self._tail.popleft()
        self._tail_size -= len(first)
        self.dropped += min(excess, len(first))
        if len(first) > excess:
            self._tail.appendleft(first[excess:])
            self._tail_size += len(first) - excess

    @property
    def bytes(self) -> bytes:
        gap = f"\n[... {self.dropped} bytes left out ...]\n".encode() if self.dropped else b""
        return bytes(self._head) + gap + b"".join(self._tail)

    @property
    def last_line(self) -> str:
        lines = self.bytes.decode(errors="replace").strip().splitlines()
        return lines[-1].strip()[:300] if lines else ""


class Tap:
    """Takes what comes out of a pipe into a `Kept`, on the running event loop."""

    def __init__(self, limit: int | None, fifo: str | int | None = None) -> None:
        """Without a limit everything is taken as fast as it comes, and kept."""
        self.kept = Kept(sys.maxsize if limit is None else limit)
        self._pause = PAUSE if limit is not None else 0.0
        if fifo is None:
            self._from, self.to = os.pipe()
        elif isinstance(fifo, int):
            self._from, self.to = fifo, -1
        else:
            # For writing too: a FIFO that nobody has opened for writing is at its end.
            self._from, self.to = os.open(fifo, os.O_RDWR | os.O_CLOEXEC), -1
        os.set_blocking(self._from, False)
        self._hear: Callable[[bytes], None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._paused: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Once the other end was handed to a process: our copy of it is closed."""
        if self.to >= 0:
            os.close(self.to)
            self.to = -1
        self._loop = asyncio.get_running_loop()
        self._listen()

    def listen(self, hear: Callable[[bytes], None]) -> None:
        """From now on `hear` is given all that comes, at once what there is already."""
        if kept := self.kept.bytes:
            hear(kept)
        self._hear = hear

    async def told_more(self, within: float) -> None:
        """Returns once more was written and it is quiet again, or after so many seconds."""
        loop = asyncio.get_running_loop()
        until, quiet_since, before = loop.time() + within, loop.time(), self.kept.taken
        last = before
        while self._from >= 0 and loop.time() < until:
            await asyncio.sleep(2 * PAUSE)
            if self._from < 0:
                return  # It was closed meanwhile.
            self._take_all()
            if self.kept.taken > last:
                last, quiet_since = self.kept.taken, loop.time()
            elif last > before and loop.time() - quiet_since >= QUIET:
                return

    def end(self) -> None:
        """Takes what is still in the pipe, and closes it. May be repeated."""
        if self.to >= 0:
            os.close(self.to)
            self.to = -1
        if self._from < 0:
            return
        self._stop()
        self._take_all()
        os.close(self._from)
        self._from = -1

    def last_line(self) -> str:
        """Of what was written until now: who ended a moment ago has said why, and it may not have been read."""
        if self._from >= 0:
            self._take_all()
        return self.kept.last_line

    def _take_all(self) -> None:
        """At most what a pipe holds: a process that still writes is not waited for."""
        for _ in range(1024 * 1024 // CHUNK):
            if not self._take():
                break

    def _listen(self) -> None:
        assert self._loop is not None
        self._paused = None
        self._loop.add_reader(self._from, self._readable)

    def _readable(self) -> None:
        assert self._loop is not None
        taken = self._take()
        if taken is None:
            return
        self._loop.remove_reader(self._from)
        if taken:
            # After a little too: a flood of short lines would have us run after each of them.
            self._paused = self._loop.call_later(self._pause, self._listen)

    def _take(self) -> int | None:
        """How many bytes there were; 0: the end; None: none yet."""
        try:
            data = os.read(self._from, CHUNK)
        except BlockingIOError:
            return None
        self.kept.add(data)
        if self._hear is not None and data:
            self._hear(data)
        return len(data)

    def _stop(self) -> None:
        if self._paused is not None:
            self._paused.cancel()
        if self._loop is not None and not self._loop.is_closed():
            self._loop.remove_reader(self._from)
