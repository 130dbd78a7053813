"""What the host kept from a bot: how much longer it is waited for, and what of an answer's time is not counted.

Wall time bounds every answer, and wall time passes for everybody while the machine is busy. So time in which a bot
was ready to run and was not run is never counted, and when an answer's time is over that much is granted. A bot
that sleeps, or uses what it was given, gains nothing: it is late after the same time of its own, and once it has
run for that long no host is to blame any more.

0. `settle()`, when the bot is ready: from here on the host takes notes.
1. `begin(allowed)`: a question is put; from here on nothing is granted yet.
2. `look()`, when an eighth of its time is over: from here on notes are taken anew. Most answers come before.
3. `more(late)`, when its time is over: milliseconds to wait on, 0: it is late by its own doing. Raises HostStalled
   when the host has kept from the bot `HARDEST` times as much as it was allowed: the match is void. What the other
   bots of the match have run meanwhile is not the host's doing (`Shared`): that is waited for and makes no match
   void, else who is about to lose would have friends at the table burn the machine. They are stopped, so it ends.
4. `granted`: what was granted to this question.
5. `kept()`, when an answer took longer than its bot can account for: milliseconds that the host kept from it. To
   ask costs more than most answers do, so what was kept in quicker ones before is in it; the referee knows the
   most that it can have been in this one.
"""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Final, Protocol, runtime_checkable

from arena.referee.conduct import HostStalled

LOOK_AFTER: Final = 1 / 8
"""Of the time that an answer may take."""
WORTH: Final = 0.02
"""Of that time: less was not what made it late."""
LEAST: Final = 50.0
"""Milliseconds, for the same reason: no clock of ours is finer than a process's turn on a busy machine."""
HARDEST: Final = 2.0
"""Times what was allowed: a host that keeps more than this from a bot cannot play a match now."""
STACK: Final = 5.0
"""Seconds that the others wait for the stack of a bot that is out."""
PATIENT: Final = 2_000.0
"""Milliseconds that may be granted to any question, however short its time is."""


class Withheld(Protocol):
    """Milliseconds that a bot was ready to run and was not run, by no fault of its own; the figures behind it."""

    @property
    def ms(self) -> float: ...

    @property
    def evidence(self) -> str: ...

    @property
    def used(self) -> float:
        """Milliseconds that it ran meanwhile, of its share."""


class Host(Protocol):
    """What a bot runs on, as far as it can tell what it keeps from it."""

    async def watch(self) -> None: ...

    async def withheld(self) -> Withheld:
        """Since `watch`."""

    async def tell_stack(self) -> None:
        """Has the bot write into its log where it is."""


@runtime_checkable
class Shared(Host, Protocol):
    """A host that other bots of the same match run on, too."""

    async def beside(self, passed: float) -> float:
        """Milliseconds that they ran in so many that have passed. Who is not asked is stopped from now on."""


class Patience:
    def __init__(self, host: Host | None = None) -> None:
        self.granted = 0.0
        self._host = host
        self._allowed = 0.0
        self._is_watched = False
        self._waited = 0.0
        self._late = 0.0
        self._looked = 0.0
        """When the notes began, on the event loop's clock."""
        self._before = 0.0
        """Kept from the bot before the notes that the host takes now."""

    async def settle(self) -> None:
        self._before = 0.0
        if self._host is not None:
            await self._host.watch()

    async def tell_stack(self) -> None:
        """Of a bot that was late, and is out. That a host fails at it changes nothing."""
        if self._host is not None:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(STACK):
                    await self._host.tell_stack()

    async def kept(self) -> float:
        if self._host is None:
            return 0.0
        kept = self._before + (await self._host.withheld()).ms
        await self.settle()
        return kept

    def begin(self, allowed: float) -> None:
        self.granted = self._late = 0.0
        self._allowed = allowed
        self._is_watched = False

    async def look(self) -> None:
        self._waited, self._looked = waited(), asyncio.get_running_loop().time()
        self._is_watched = True
        self._before = await self.kept()

    async def more(self, late: float) -> float:
        """`late`: by how much this very process has missed the end of the time."""
        self._late += late
        ms, evidence, own = 0.0, "", self._late
        if self._is_watched:
            own = max(waited() - self._waited, own)
            if self._host is not None:
                withheld = await self._host.withheld()
                # Who has run for as long as it may take is late by its own doing, however busy the host is.
                ms = withheld.ms if withheld.used < self._allowed else 0.0
                evidence = f"{withheld.evidence}; "
        extra = ms + own - self.granted
        if extra < max(self._allowed * WORTH, LEAST):
            return 0.0
        self.granted += extra
        beside = await self._beside()
        if self.granted - beside > max(self._allowed * HARDEST, PATIENT):
            raise HostStalled(
                f"the host stalled: {self.granted:.0f} ms were kept from a bot that may take {self._allowed:.0f}:"
                f" {evidence}its referee waited {own:.0f}; others of its match ran {beside:.0f}"
            )
        return extra

    async def _beside(self) -> float:
        if not self._is_watched or not isinstance(self._host, Shared):
            return 0.0
        return await self._host.beside((asyncio.get_running_loop().time() - self._looked) * 1000)


def waited() -> float:
    """Milliseconds that this thread was ready to run and was not run, so far; 0 where the kernel does not tell."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e6
    return 0.0
