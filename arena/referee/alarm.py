"""One timer for the many waits of a seat.

`asyncio.timeout` makes and discards a timer for every wait, which costs a twentieth of a round trip. Here the
timer of an earlier wait is left standing: when it rings too early for the wait of that moment it is set again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from arena.referee.conduct import Late, Reply


class Alarm:
    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._when = 0.0
        self._task: asyncio.Task[object] | None = None
        self._rang = False

    def set(self, seconds: float) -> None:
        """The waits from now on may last until then."""
        self._when = self._loop.time() + seconds
        if self._timer is not None and self._timer.when() > self._when:
            self._timer.cancel()
            self._timer = None
        if self._timer is None:
            self._timer = self._loop.call_at(self._when, self._ring)

    async def before(self, reply: Awaitable[Reply]) -> Reply:
        """The reply, or that it is late. Whoever cancels us from outside still does."""
        task = self._task = asyncio.current_task()
        assert task is not None
        try:
            return await reply
        except asyncio.CancelledError:
            if self._rang and task.cancelling() == 1:
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

    def _ring(self) -> None:
        self._timer = None
        if self._loop.time() < self._when:
            self._timer = self._loop.call_at(self._when, self._ring)
        elif self._task is not None:
            self._rang = True
            self._task.cancel()
