"""One timer for the many waits of a seat.

`asyncio.timeout` makes and discards a timer for every wait, which costs a twentieth of a round trip. Here the
timer of an earlier wait is left standing: when it rings too early for the wait of that moment it is set again.

It rings twice: early in a wait that lasts, so that the host begins to take notes, and at its end. Then the host is
asked (`Patience`) whether the wait is to go on; the reply may come meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Coroutine
from typing import TypeVar

from arena.referee.conduct import Late
from arena.referee.patience import LOOK_AFTER, Patience

T = TypeVar("T")


class Alarm:
    def __init__(self, patience: Patience | None = None) -> None:
        self._patience = patience or Patience()
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._look = 0.0
        self._when = 0.0
        self._has_looked = False
        self._task: asyncio.Task[object] | None = None
        self._aside: asyncio.Task[None] | None = None
        self._rang = False
        self._fault: Exception | None = None

    @property
    def granted(self) -> float:
        """Milliseconds that were waited longer than was set, by no fault of whom we wait for."""
        return self._patience.granted

    async def settle(self) -> None:
        """Whom we wait for is up: from now on it is noted what the host keeps from it."""
        await self._patience.settle()

    async def tell_stack(self) -> None:
        """The bot was late: has it write its stack into its log."""
        await self._patience.tell_stack()

    async def kept(self) -> float:
        """Milliseconds that the host kept from whom we waited for, since this was asked before."""
        if self._aside is not None and not self._aside.done():
            # The host is being asked already: its notes are not to be lost between two who ask.
            await asyncio.wait([self._aside])
        return await self._patience.kept()

    def set(self, seconds: float) -> None:
        """The waits from now on may last until then."""
        now = self._loop.time()
        self._when = now + seconds
        self._look = now + seconds * LOOK_AFTER
        self._has_looked = False
        self._patience.begin(seconds * 1000)
        if self._timer is not None and self._timer.when() > self._look:
            self._timer.cancel()
            self._timer = None
        if self._timer is None:
            self._timer = self._loop.call_at(self._look, self._ring)

    async def before(self, reply: Awaitable[T]) -> T | Late:
        """The reply, or that it is late. Whoever cancels us from outside still does. Raises OurFault."""
        task = self._task = asyncio.current_task()
        assert task is not None
        try:
            return await reply
        except asyncio.CancelledError:
            if self._rang and task.cancelling() == 1:
                if self._fault is not None:
                    raise self._fault from None
                return Late()
            raise
        finally:
            self._task = None
            if self._rang:
                self._rang = False
                task.uncancel()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._aside is not None:
            self._aside.cancel()
            self._aside = None

    def _ring(self) -> None:
        self._timer = None
        now = self._loop.time()
        due = self._when if self._has_looked else self._look
        if now < due:
            self._timer = self._loop.call_at(due, self._ring)
        elif self._task is None:
            return
        elif now < self._when:
            self._has_looked = True
            self._begin(self._watch())
            self._timer = self._loop.call_at(self._when, self._ring)
        else:
            self._begin(self._inquire(self._when, now - self._when))

    def _begin(self, work: Coroutine[object, object, None]) -> None:
        if self._aside is not None:
            self._aside.cancel()
        self._aside = self._loop.create_task(work)

    async def _watch(self) -> None:
        # A host that fails now is asked again when its answer is needed, and its failure counts then.
        with contextlib.suppress(Exception):
            await self._patience.look()

    async def _inquire(self, when: float, late: float) -> None:
        more = 0.0
        try:
            more = await self._patience.more(late * 1000)
        except Exception as fault:
            self._fault = fault
        if self._task is None or self._when != when:
            # The reply has come meanwhile, and perhaps the next question.
            return
        if more > 0:
            self._when += more / 1000
            self._timer = self._loop.call_at(self._when, self._ring)
        else:
            self._rang = True
            self._task.cancel()
