"""Who may have how many slots, and who comes next: bounded, fair between workers, and nobody waits for ever.

A worker plays a table at a time, and needs slots for all its seats before it can end. Two workers with half a
table each would wait for each other. So a worker that holds nothing is let in only while there is room for a whole
TABLE of it, which is then its own until it holds nothing again: so many slots it gets without waiting. What it
wants beyond them it gets while nobody waits to be let in. Workers that wait are served in turn, one slot each.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from typing import Final

from sandbox.interface import SandboxFault

TABLE: Final = 8
"""Seats that a table may have."""
MOST_WAITING: Final = 64
"""Requests of one worker that may wait."""
PATIENCE: Final = 60.0
"""Seconds that a request waits."""

Worker = int
"""By its process."""


class Admission:
    def __init__(self, capacity: int, patience: float = PATIENCE) -> None:
        self.capacity = capacity
        self.held: Counter[Worker] = Counter()
        self._granted: Counter[Worker] = Counter()
        """Slots that a worker got since it was let in."""
        self._patience = patience
        self._table = min(TABLE, capacity)
        self._waiting: OrderedDict[Worker, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def used(self) -> int:
        return self.held.total()

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def take(self, worker: Worker) -> None:
        """One more slot for the worker, which must be given back. Raises SandboxFault: there was none in time."""
        queue = self._waiting.setdefault(worker, deque())
        if len(queue) >= MOST_WAITING:
            raise SandboxFault(f"a worker may have {MOST_WAITING} requests for a slot waiting")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._serve()
        try:
            async with asyncio.timeout(self._patience):
                await turn
        except TimeoutError:
            self._leave(worker, turn)
            raise SandboxFault(
                f"no slot was free within {self._patience:g} seconds: {self.used} of {self.capacity} are taken"
            ) from None
        except asyncio.CancelledError:
            self._leave(worker, turn)
            raise

    def give_back(self, worker: Worker) -> None:
        self.held[worker] -= 1
        if not self.held[worker]:
            del self.held[worker], self._granted[worker]
        self._serve()

    def _leave(self, worker: Worker, turn: asyncio.Future[None]) -> None:
        if turn.done() and not turn.cancelled():
            self.give_back(worker)
            return
        if (queue := self._waiting.get(worker)) is not None and turn in queue:
            queue.remove(turn)
        self._serve()

    def _serve(self) -> None:
        """Round after round, one slot a worker, until nobody who waits may have one."""
        served = True
        while served:
            served = False
            for worker in list(self._waiting):
                queue = self._waiting[worker]
                while queue and queue[0].done():
                    # Called off a moment ago.
                    queue.popleft()
                if queue and self._has_room(worker):
                    self.held[worker] += 1
                    self._granted[worker] += 1
                    queue.popleft().set_result(None)
                    self._waiting.move_to_end(worker)
                    served = True
                if not queue:
                    del self._waiting[worker]

    def _has_room(self, worker: Worker) -> bool:
        held = self.held[worker]
        if not held:
            return self._promised() + self._table <= self.capacity
        if self._granted[worker] < self._table:
            return True
        if any(not self.held[other] for other in self._waiting):
            return False
        return held < self._table or self._promised() < self.capacity

    def _promised(self) -> int:
        return sum(max(held, self._table) for held in self.held.values() if held)
