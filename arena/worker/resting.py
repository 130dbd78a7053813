"""A bot that is not asked is stopped where that helps the others.

A bot may think while others are asked: its bank pays for it. Where more want to run than there are processors it
takes from whoever is asked, so then it is stopped between its answer and its next question (`Freeze.AUTO`): only
one that has been seen to think in another's time, and only while the machine is busy. All others cost nothing.
When another bot of its match is late, and was kept from running, it is stopped at once (`step_back`).

It is never stopped before it is ready, nor while it is told how the match ended; it goes on before it is asked. A
bot whose wall time is charged is left alone: what the stopping takes would be charged to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final, Protocol

from arena.referee.asking import Ask, Over, Welcome
from arena.referee.conduct import Failed, Refusal, Reply
from arena.referee.patience import Host, Withheld
from arena.referee.player import Player
from sandbox.load import is_busy

RESTLESS: Final = 5.0
"""Milliseconds of CPU time beyond the wall time of an answer: more than came of the answer itself."""


class Freeze(StrEnum):
    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class Freezable(Protocol):
    async def freeze(self) -> bool: ...

    async def thaw(self) -> None: ...


class Resting:
    """A player around another one."""

    def __init__(self, player: Player, box: Freezable, freeze: Freeze, busy: Callable[[], bool] = is_busy) -> None:
        self.startup = player.startup
        self._player = player
        self._box = box
        self._freeze = freeze
        self._busy = busy
        self._is_restless = False
        self._is_frozen = False
        self._used: float | None = None
        self._asked: float | None = None
        self._is_awaited = True
        """Whether something is expected of it: an answer, or that it is ready."""
        self._stopping = asyncio.Lock()

    async def welcome(self, welcome: Welcome) -> Failed | None:
        try:
            return await self._player.welcome(welcome)
        finally:
            self._is_awaited = False

    async def ask(self, ask: Ask) -> Reply:
        self._asked = _now()
        await self._wake()
        try:
            return await self._player.ask(ask)
        finally:
            await self._rest()

    async def refused(self, refusal: Refusal) -> Reply:
        await self._wake()
        try:
            return await self._player.refused(refusal)
        finally:
            await self._rest()

    async def step_back(self, passed: float) -> float:
        """Stops it until it is asked, where it ran while another one was kept from running: how long, of the
        milliseconds that have passed since."""
        used = self._player.cpu()
        if used is None or self._used is None:
            return 0.0
        ran = min(used - self._used, passed)
        if ran > RESTLESS and self._freeze is not Freeze.NEVER:
            async with self._stopping:
                if not self._is_awaited and not self._is_frozen:
                    self._is_frozen = await self._box.freeze()
        return ran

    async def over(self, over: Over) -> None:
        await self._wake()
        await self._player.over(over)

    async def close(self) -> None:
        await self._player.close()

    def cpu(self) -> float | None:
        """Asked for when the bot is ready, and after each answer."""
        used = self._player.cpu()
        if used is not None and self._used is not None and self._asked is not None:
            on_turn = (_now() - self._asked) * 1000
            self._is_restless = self._is_restless or used - self._used > on_turn + RESTLESS
        self._used = used
        return used

    def waited(self) -> float | None:
        return self._player.waited()

    async def _wake(self) -> None:
        self._is_awaited = True
        async with self._stopping:
            if self._is_frozen:
                await self._box.thaw()
                self._is_frozen = False

    async def _rest(self) -> None:
        self._is_awaited = False
        if self._used is None or self._freeze is Freeze.NEVER:
            return
        if self._freeze is Freeze.ALWAYS or (self._is_restless and self._busy()):
            self._is_frozen = await self._box.freeze()


class SharedHost:
    """What a bot of a match runs on, beside the others."""

    def __init__(self, host: Host, others: Sequence[Resting]) -> None:
        self._host = host
        self._others = others

    async def watch(self) -> None:
        await self._host.watch()

    async def withheld(self) -> Withheld:
        return await self._host.withheld()

    async def tell_stack(self) -> None:
        await self._host.tell_stack()

    async def beside(self, passed: float) -> float:
        return sum([await other.step_back(passed) for other in self._others])


def _now() -> float:
    """Seconds on the clock of the event loop, as the referee reads it."""
    return asyncio.get_running_loop().time()
