"""Waiting until a bot is up: its socket is there, and its gRPC server answers the guard's health check.

Its start-up is bounded by wall time, which passes while the machine is busy with others. So when its time is over,
it is granted what this host kept from it meanwhile; a host that keeps too much from it has failed, not the bot.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from socket import socket
from time import monotonic
from typing import Protocol

from athanor_contract.frames import END, HEAD, READY, WAITING, frame, head
from sandbox.guard.ending import DEAD, OURS
from sandbox.guard.process import Guard
from sandbox.interface import HostStalled, NotReady, SandboxFault, Withheld
from sandbox.waits import HARDEST, PATIENT

POLL = 0.003
SOON = 0.0002
LOOK_AFTER = 1 / 8
"""Of a bot's time: from then on it is noted what this host keeps from it."""
WORTH = 0.02
LEAST = 0.05
"""Of its time, and in seconds: less was not what made it late."""
A_MOMENT = 0.5
"""Seconds for the end of a program to be noticed whose server is gone."""
ANSWERS = 0.25
"""Seconds for a guard to say what it waits for; one that is kept busy by its bot does not."""
MOST = 4096
"""Bytes of a frame that a guard says before its bot is up."""

NOTHING = Withheld(0.0, "")

Frame = tuple[int, bytes]


class Gone(NotReady):
    """Its server broke off."""


class Door(Protocol):
    def connected(self) -> socket | None: ...


class Patience:
    """How long a bot is waited for."""

    def __init__(
        self,
        within: float,
        watch: Callable[[], None] = lambda: None,
        withheld: Callable[[], Withheld] = lambda: NOTHING,
    ) -> None:
        self.within = within
        self.began = monotonic()
        self._until = self.began + within
        self._look: float | None = self.began + within * LOOK_AFTER
        self._watch = watch
        self._withheld = withheld
        self._granted = 0.0

    def left(self) -> float:
        """Seconds until this is to be asked again; 0: it has had its time. Raises HostStalled."""
        now = monotonic()
        if self._look is not None:
            if now < self._look:
                return self._look - now
            self._watch()
            self._look = None
        if now < self._until:
            return self._until - now
        withheld = self._withheld()
        # Who has run for as long as it may take is late by its own doing, however busy the host is.
        kept = withheld.ms / 1000 if withheld.used < self.within * 1000 else 0.0
        more = kept - self._granted
        if more < max(self.within * WORTH, LEAST):
            return 0.0
        self._granted += more
        self._until += more
        if self._granted > max(self.within * HARDEST, PATIENT):
            raise HostStalled(
                f"the host stalled: {self._granted:.1f} seconds were kept from a bot that may take {self.within:g}"
                f" to start: {withheld.evidence}"
            )
        return more


async def wait(
    door: Door, guard: Guard, ended: asyncio.Future[int], why: Callable[[], str], patience: Patience
) -> None:
    """Returns when the bot is up. Raises NotReady: `ended` is its exit code, `why` the last line of its log."""
    within = patience.within
    while (connection := door.connected()) is None:
        _check_alive(ended, why)
        if not patience.left():
            raise NotReady(
                f"its program did not reach its main loop within {within:g} seconds:"
                " nothing listened on $ATHANOR_SOCKET"
            )
        # A bot that stood warm is there at once, and is not to wait for us.
        await asyncio.sleep(min(POLL, SOON + (monotonic() - patience.began) / 8))
    guard.introduce(connection)
    said = await _first(_frame(guard.line), ended, patience.left)
    if said is None:
        _check_alive(ended, why)
        waits_for = await _asked(guard)
        problem = f"its gRPC server did not answer the health check within {within:g} seconds"
        raise NotReady(f"{problem}: {waits_for}" if waits_for else problem)
    kind, words = said
    if kind == END:
        failure = _not_up(words)
        if isinstance(failure, Gone):
            # Where its program has ended too, that says more.
            await asyncio.wait([ended], timeout=A_MOMENT)
            _check_alive(ended, why)
        raise failure
    if kind != READY:
        raise SandboxFault(f"the guard of a bot said {chr(kind)!r} before it was ready")


async def _first(
    frame: asyncio.Future[Frame], ended: asyncio.Future[int], left: Callable[[], float]
) -> Frame | None:
    """What the guard says; None: its time is over, or the program has ended, which never will be ready."""
    try:
        while not (frame.done() or ended.done()) and (seconds := left()):
            await asyncio.wait((frame, ended), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        return frame.result() if frame.done() else None
    finally:
        frame.cancel()


def _frame(line: socket) -> asyncio.Future[Frame]:
    return asyncio.ensure_future(_read(line))


async def _read(line: socket) -> Frame:
    """No byte more: what comes after it is for the referee."""
    kind, length = head(await _exactly(line, HEAD))
    if length > MOST:
        raise SandboxFault(f"the guard of a bot said {length} bytes before it was ready")
    return kind, await _exactly(line, length)


async def _exactly(line: socket, size: int) -> bytes:
    loop = asyncio.get_running_loop()
    words = b""
    while len(words) < size:
        try:
            more = await loop.sock_recv(line, size - len(words))
        except ConnectionError:
            more = b""
        if not more:
            raise SandboxFault("the guard of a bot ended without a word")
        words += more
    return words


async def _asked(guard: Guard) -> str:
    """What the guard waits for."""
    with contextlib.suppress(OSError):
        # Where it has ended a moment ago, its last word is there to be read.
        guard.line.send(frame(WAITING))
    never: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    until = monotonic() + ANSWERS
    said = await _first(_frame(guard.line), never, lambda: max(until - monotonic(), 0.0))
    if said is None:
        return ""
    kind, words = said
    if kind == END:
        raise _not_up(words)
    return words.decode()


def _not_up(words: bytes) -> Exception:
    told = json.loads(words)
    kinds: dict[str, type[Exception]] = {OURS: SandboxFault, DEAD: Gone}
    kind = kinds.get(told["fault"], NotReady)
    return kind(str(told["detail"]))


def _check_alive(ended: asyncio.Future[int], why: Callable[[], str]) -> None:
    if ended.done():
        last = why()
        raise NotReady(
            f"its program ended with exit code {ended.result()} before it was ready"
            + (f"; its log ends: {last}" if last else "")
        )
