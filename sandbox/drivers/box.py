"""What the boxes of all drivers have in common: the order of things, whoever builds the walls."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod

from sandbox import readiness
from sandbox.doorway import Doorway
from sandbox.interface import Remains, SandboxFault, Stats
from sandbox.output import Tap

NOTHING = Stats(None, None, None)


class CommonBox(ABC):
    """One bot behind one set of walls. What is abstract is the driver's."""

    def __init__(self) -> None:
        self.target = ""
        self._tap: Tap | None = None
        self._door: Doorway | None = None
        self._ended: asyncio.Future[int] | None = None
        """Its exit code, once its program has ended by itself."""
        self._last = NOTHING
        self._remains: Remains | None = None

    async def start(self) -> None:
        if self._ended is not None or self._remains is not None:
            raise SandboxFault("a box is started once: one box, one bot, one match")
        self._ended = asyncio.get_running_loop().create_future()
        await self._open()

    async def wait_ready(self, within: float) -> None:
        if self._door is None or self._ended is None or self._tap is None:
            raise SandboxFault("a box is waited for after it was started")
        tap = self._tap
        await readiness.wait(self._door, self._ended, lambda: tap.kept.last_line, within)
        self.target = self._door.target

    async def ended(self) -> int:
        """Waits for the bot's program to end, and returns its exit code."""
        if self._ended is None:
            raise SandboxFault("a box is waited for after it was started")
        return await asyncio.shield(self._ended)

    @property
    def held_folder(self) -> int:
        """The descriptor of the folder inside that is held open from outside."""
        assert self._door is not None, "a box holds a folder once it was started"
        return self._door.folder

    async def silence(self) -> None:
        """Ends every process of it, and leaves what it wrote to be looked at until `kill`."""
        await self._end_processes()

    def stats(self) -> Stats:
        if self._remains is None:
            self._last = self._measure()
        return self._last

    async def kill(self) -> Remains:
        if self._remains is None:
            await self._catch_up()
            self._last = self._measure()
            code = self._ended.result() if self._ended is not None and self._ended.done() else None
            out_of_memory = self._is_out_of_memory()
            await self._end_processes()
            await self._destroy()
            if self._tap is not None:
                self._tap.end()
            if self._door is not None:
                self._door.close()
            log = self._tap.kept.bytes if self._tap is not None else b""
            self._remains = Remains(log, code, out_of_memory)
        return self._remains

    def _exited(self, code: int) -> None:
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(code)

    @abstractmethod
    async def _open(self) -> None:
        """Runs the program behind its walls. Raises SandboxFault."""

    @abstractmethod
    def _measure(self) -> Stats: ...

    @abstractmethod
    def _is_out_of_memory(self) -> bool: ...

    @abstractmethod
    async def _catch_up(self) -> None:
        """Takes note of an end that the program has come to by itself a moment ago."""

    @abstractmethod
    async def _end_processes(self) -> None:
        """Ends every process of it. May be called at any time, also before `_open`, and again."""

    @abstractmethod
    async def _destroy(self) -> None:
        """Removes every trace, once no process is left."""
