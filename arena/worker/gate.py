"""Which of the orders that a worker holds are begun, and when.

Each lane may always play one order, however busy the machine is: no lane can starve another. What the machine
can do beyond that goes to the lanes by their shares, as long as a processor and memory are free. What cannot be
begun for a while goes back to the broker: another machine may have room. Bots that wait
cost nothing, so what is counted is not matches but what wants to run just now. Where several workers share a
machine, each goes by an equal part of its processors and memory.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Final

from arena.orders.lanes import SHARES, Lane
from sandbox.load import Memory, free_processors, memory

LOOK_EVERY: Final = 0.1
"""Seconds between two looks at the machine, while orders wait."""
LOOKS: Final = 3
"""The last so many looks are put together: one alone says little."""


LONGEST_WAIT = 60.0
"""Seconds after which an order that waits is given back, to whichever worker can begin it."""


class Full(Exception):
    """There is no room for the order here, and may be none for long."""


@dataclass(frozen=True, slots=True)
class Waiting:
    memory: int
    turn: asyncio.Future[None]
    since: float
    """On the clock of the loop."""


class Gate:
    """All of it happens on one event loop."""

    def __init__(
        self,
        processors: Callable[[], float] = free_processors,
        memory: Callable[[], Memory] = memory,
        changed: Callable[[], None] = lambda: None,
        workers: int = 1,
    ) -> None:
        self._processors = processors
        self._memory = memory
        self._changed = changed
        self._workers = workers
        """On this machine. Each sees all of it, and none what the others have just begun or promised."""
        self._promised = 0
        """Bytes that the sandboxes of all that is played may use together."""
        self._waiting: dict[Lane, deque[Waiting]] = {lane: deque() for lane in Lane}
        self._looks: deque[float] = deque(maxlen=LOOKS)
        self._begun: deque[int] = deque(maxlen=LOOKS)
        """How many orders were begun after each of the looks: they do not show in it yet."""
        self._looking: asyncio.Task[None] | None = None
        """The task that looks at the machine, while orders wait or are given back."""
        self._is_closed = False
        self.playing: Counter[Lane] = Counter()
        self.full: set[Lane] = set()
        """The lanes of which an order was given back, and no other one is to be taken until there is room."""

    @contextlib.asynccontextmanager
    async def passed(self, lane: Lane, memory: int) -> AsyncIterator[None]:
        """While an order of the lane, whose sandboxes may use so many bytes, is played. Raises Full."""
        if self._is_closed:
            raise asyncio.CancelledError
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting = Waiting(memory, turn, asyncio.get_running_loop().time())
        self._waiting[lane].append(waiting)
        self._let_in_the_first()
        self._look_while_orders_wait()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._left(lane, memory)
            raise
        try:
            yield
        finally:
            self._left(lane, memory)

    def close(self) -> None:
        """Nothing is begun any more: all that wait are called off, and all that come."""
        self._is_closed = True
        self.full.clear()
        for queue in self._waiting.values():
            for waiting in queue:
                waiting.turn.cancel()

    def _left(self, lane: Lane, memory: int) -> None:
        self.playing[lane] -= 1
        self._promised -= memory
        self.full.clear()
        self._let_in_the_first()
        self._changed()

    def _let_in_the_first(self) -> None:
        for lane in Lane:
            if not self.playing[lane] and self._first(lane) is not None:
                self._begin(lane)

    def _begin(self, lane: Lane) -> None:
        self.playing[lane] += 1
        if self._begun:
            self._begun[-1] += 1
        begun = self._waiting[lane].popleft()
        self._promised += begun.memory
        begun.turn.set_result(None)
        self._changed()

    def _first(self, lane: Lane) -> Waiting | None:
        queue = self._waiting[lane]
        while queue and queue[0].turn.done():
            # Called off a moment ago.
            queue.popleft()
        return queue[0] if queue else None

    def _look_while_orders_wait(self) -> None:
        if (self._looking is None or self._looking.done()) and self._orders_wait():
            self._looking = asyncio.create_task(self._look())

    def _orders_wait(self) -> bool:
        return any(self._first(lane) is not None for lane in Lane)

    async def _look(self) -> None:
        self._looks.clear()
        self._begun.clear()
        while self._orders_wait() or self.full:
            self._looks.append(self._processors())
            self._begun.append(0)
            self._let_in_more()
            self._give_back()
            await asyncio.sleep(LOOK_EVERY)

    def _let_in_more(self) -> None:
        free = sum(self._looks) / len(self._looks) / self._workers - sum(self._begun)
        here = self._memory()
        # What has just been promised is not used yet: neither of the two is enough.
        room = min(here.free // self._workers, here.all // self._workers - self._promised)
        # Half a processor is worth a match: it and its bots take turns.
        while free >= 0.5 and (lane := self._next(room)) is not None:
            room -= self._waiting[lane][0].memory
            free -= 1
            self._begin(lane)
        if self.full and free >= 0.5 and room > 0:
            self.full.clear()
            self._changed()

    def _give_back(self) -> None:
        """What waits for long. Its lane plays another one, or it would have begun."""
        now = asyncio.get_running_loop().time()
        for lane, queue in self._waiting.items():
            while (first := self._first(lane)) is not None and now - first.since >= LONGEST_WAIT:
                queue.popleft()
                self.full.add(lane)
                self._changed()
                first.turn.set_exception(Full())

    def _next(self, room: int) -> Lane | None:
        """Of the lanes whose next order fits, the one that has least of its share."""
        firsts = {lane: first for lane in Lane if (first := self._first(lane)) is not None}
        able = [lane for lane, first in firsts.items() if first.memory <= room]
        return min(able, key=lambda lane: self.playing[lane] / SHARES[lane], default=None)
