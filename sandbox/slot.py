"""A warm slot: a box whose walls stand and whose first program has imported what a bot needs, and waits.

    BUILDING -> WARM -> LEASED -> RUNNING -> DESTROYED        one way only; from each of them to DESTROYED

BUILDING  its walls are made, and its launcher imports.
WARM      it waits for a bot. It has seen no bot's files, so nothing can be left in it of any.
LEASED    a bot's files lie in it.
RUNNING   the word was said: the launcher has become the bot. From here on it is a box like any other.
DESTROYED every process and every trace is gone. A slot is never warm again: one slot, one bot, one match.

The word goes over a socket that the launcher bound in the socket folder while no bot was there, and whose name it
removed when we had connected: nobody else can say it. What is said is in `athanor_adapter/launch.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import stat
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from athanor_contract.bundle import Packed
from athanor_contract.limits.sandbox import Limits
from sandbox.interface import Box, Remains, SandboxFault, Stats
from sandbox.runtimes.table import CONTROL

POLL: Final = 0.005
WARM: Final = b"warm\n"
GO: Final = b"go\n"
ANSWERS_WITHIN: Final = 2.0
"""Seconds for a launcher that only waits for us to say a word; a machine under load included."""


class State(StrEnum):
    BUILDING = "building"
    WARM = "warm"
    LEASED = "leased"
    RUNNING = "running"
    DESTROYED = "destroyed"


NEXT: Final = {
    State.BUILDING: {State.WARM, State.DESTROYED},
    State.WARM: {State.LEASED, State.DESTROYED},
    State.LEASED: {State.RUNNING, State.DESTROYED},
    State.RUNNING: {State.DESTROYED},
    State.DESTROYED: {State.DESTROYED},
}


@dataclass(frozen=True, slots=True)
class Kind:
    """Which bots fit into a slot: the walls of it are made before its bot is known."""

    room: str
    """What it is made of. Languages that are compiled have the same."""
    limits: Limits
    runtime: str = field(compare=False)
    """One that is made of that."""


class Standing(Box, Protocol):
    """A box that can be made without a bot."""

    @property
    def held_folder(self) -> int: ...

    async def fill(self, bundle: Packed) -> None: ...

    async def ended(self) -> int: ...

    def yields(self, to_others: bool) -> None:
        """Whether others who want the processor come first, as far as this host can do that."""


class Slot:
    def __init__(self, box: Standing, kind: Kind) -> None:
        self.box = box
        self.kind = kind
        self.state = State.BUILDING
        self.since = time.monotonic()
        """When it came into its state."""
        self._line: socket.socket | None = None
        self._warming = 0
        """Milliseconds of CPU time that it took to warm: not the bot's."""

    async def warm(self, within: float, *, yields: bool = True) -> None:
        """Walls and launcher, others first if it `yields`. Raises SandboxFault."""
        await self.box.start()
        self.box.yields(yields)
        gone = asyncio.ensure_future(self.box.ended())
        try:
            async with asyncio.timeout(within):
                while self._line is None:
                    if gone.done():
                        raise SandboxFault(f"a slot's launcher ended with exit code {gone.result()}")
                    self._line = _connected(self.box.held_folder)
                    if self._line is None:
                        await asyncio.sleep(POLL)
                await self._hear(WARM)
        except TimeoutError as error:
            raise SandboxFault(f"a slot was not warm within {within:g} seconds") from error
        finally:
            gone.cancel()
        self.box.yields(False)
        self._to(State.WARM)

    def lease(self) -> None:
        """It is for one bot now, and for no other any more."""
        self._to(State.LEASED)

    async def load(self, bundle: Packed) -> None:
        """That bot's files into it. Raises SandboxFault."""
        await self._say(b"\n", WARM)
        await self.box.fill(bundle)

    async def go(self, command: Sequence[str]) -> None:
        """The launcher becomes the bot. Raises SandboxFault: then nothing of the bot has run."""
        self._warming = self.box.stats().cpu_ms or 0
        await self._say(json.dumps({"command": list(command)}).encode() + b"\n", GO)
        self._hang_up()
        self._to(State.RUNNING)

    def stats(self) -> Stats:
        told = self.box.stats()
        cpu = None if told.cpu_ms is None else max(told.cpu_ms - self._warming, 0)
        return Stats(cpu, told.memory_peak, told.processes)

    async def destroy(self) -> Remains:
        """May be repeated."""
        if self.state is State.BUILDING:
            self.box.yields(False)
        self._to(State.DESTROYED)
        self._hang_up()
        return await self.box.kill()

    def _to(self, state: State) -> None:
        assert state in NEXT[self.state], f"a slot that is {self.state} cannot become {state}"
        if state is not self.state:
            self.state = state
            self.since = time.monotonic()

    async def _say(self, words: bytes, answer: bytes) -> None:
        assert self._line is not None, "a slot that was never warm"
        try:
            async with asyncio.timeout(ANSWERS_WITHIN):
                await asyncio.get_running_loop().sock_sendall(self._line, words)
                await self._hear(answer)
        except TimeoutError as error:
            raise SandboxFault(f"a warm slot said nothing for {ANSWERS_WITHIN:g} seconds") from error
        except OSError as error:
            raise SandboxFault(f"a warm slot has ended: {error.strerror}") from error

    async def _hear(self, words: bytes) -> None:
        assert self._line is not None
        heard = b""
        while len(heard) < len(words):
            said = await asyncio.get_running_loop().sock_recv(self._line, len(words) - len(heard))
            if not said:
                raise SandboxFault("a warm slot has ended")
            heard += said
        if heard != words:
            raise SandboxFault(f"a warm slot said {heard!r} where {words!r} was awaited")

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


def _connected(folder: int) -> socket.socket | None:
    """The launcher's socket, looked up without following anything; None: it is not there yet."""
    try:
        found = os.open(CONTROL, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    except OSError:
        return None
    try:
        if not stat.S_ISSOCK(os.fstat(found).st_mode):
            raise SandboxFault("a slot's launcher is not what listens in it")
        line = socket.socket(socket.AF_UNIX)
        line.setblocking(False)
        try:
            line.connect(f"/proc/self/fd/{found}")
        except OSError:
            line.close()
            return None
        return line
    finally:
        os.close(found)


async def destroyed(slots: Sequence[Slot]) -> None:
    """All of them, whatever one of them says."""
    with contextlib.suppress(SandboxFault):
        for outcome in await asyncio.gather(*(slot.destroy() for slot in slots), return_exceptions=True):
            if isinstance(outcome, BaseException):
                raise outcome
