"""One slot from its acquisition to its end, and who buries what would not die."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Final

from sandbox.daemon.classes import SlotClass
from sandbox.interface import Box, Driver, Launch, Party, Remains, SandboxFault, Stats

LIFE: Final = 7200.0
"""Seconds that a slot may live, whoever holds it: more than the longest match."""
AGAIN: Final = (0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds between two attempts to end what would not end."""

log = logging.getLogger(__name__)


class Slot:
    """States: vacant, loading, running, over; in this order only."""

    def __init__(
        self,
        wanted: SlotClass,
        driver: Driver,
        undertaker: Undertaker,
        on_end: Callable[[], None],
        party: Party | None = None,
    ) -> None:
        self.wanted = wanted
        self.party = party
        self._driver = driver
        self._undertaker = undertaker
        self._on_end = on_end
        self._loading: asyncio.Future[Box] | None = None
        self._box: Box | None = None
        self._end: asyncio.Task[Remains] | None = None
        self._life = asyncio.get_running_loop().call_later(LIFE, self._outlived)

    @property
    def box(self) -> Box:
        """Raises SandboxFault: there is none yet, or none any more."""
        if self._end is not None:
            raise SandboxFault("this slot is over")
        if self._box is None:
            raise SandboxFault("nothing was loaded into this slot")
        return self._box

    def stats(self) -> Stats:
        """What its box has used so far; of one that is over, until its end."""
        return Stats(None, None, None) if self._box is None else self._box.stats()

    async def load(self, launch: Launch) -> Box:
        """The bot's code is in its box, which is not started yet. Raises SandboxFault."""
        if self._loading is not None or self._end is not None:
            raise SandboxFault("a slot is loaded once: one slot, one bot, one match")
        # A task of its own: threads make the box, and cannot be called off when the client goes.
        self._loading = asyncio.ensure_future(self._driver.prepare(launch))
        box = await asyncio.shield(self._loading)
        if self._end is not None:
            raise SandboxFault("this slot is over")
        self._box = box
        return box

    async def destroy(self) -> Remains:
        """Ends everything of it. May be repeated: the answer is the same. Raises SandboxFault."""
        if self._end is None:
            self._life.cancel()
            self._end = asyncio.create_task(self._destroyed())
        return await asyncio.shield(self._end)

    async def _destroyed(self) -> Remains:
        try:
            if self._loading is None:
                return Remains(b"", None, False)
            try:
                box = await self._loading
            except SandboxFault:
                return Remains(b"", None, False)
            try:
                return await box.kill()
            except Exception:
                self._undertaker.bury(box)
                raise
        finally:
            self._on_end()

    def _outlived(self) -> None:
        log.warning("a slot was held for %g seconds and is ended", LIFE)
        self._undertaker.see_to(self)


class Undertaker:
    """Ends what could not be ended at once, in the background, as often as it takes."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self.unburied = 0

    def bury(self, box: Box) -> None:
        self.unburied += 1
        self._keep(self._buried(box))

    def see_to(self, slot: Slot) -> None:
        """Destroys a slot that nobody waits for."""
        self._keep(self._ended(slot))

    async def wait(self, within: float) -> None:
        """Until nothing is left to be done, or the time is over."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=within)

    def _keep(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _buried(self, box: Box) -> None:
        tries = 0
        while True:
            await asyncio.sleep(AGAIN[min(tries, len(AGAIN) - 1)])
            tries += 1
            try:
                await box.kill()
            except SandboxFault as problem:
                log.warning("a sandbox could not be ended (%d times now): %s", tries, problem)
            else:
                self.unburied -= 1
                return

    async def _ended(self, slot: Slot) -> None:
        try:
            await slot.destroy()
        except SandboxFault as problem:
            log.warning("a slot could not be ended: %s", problem)
