"""Who may have how many slots, and who comes next: bounded, fair, and nobody waits for ever.

A match needs slots for all its seats before it can end: two matches with half of theirs each would wait for each
other. So a match that holds nothing is let in only while there is room for all of it, which is then its own until
it holds nothing again: so many slots it gets without waiting. Whoever does not say which match a slot is for is
taken for one match of `TABLE` seats a process, and gets more while nobody waits to be let in. Those that wait are
let in in the order in which they came, and served in turn, one slot each.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from sandbox.interface import SandboxFault

TABLE: Final = 8
"""Seats that a match may have."""
MOST_WAITING: Final = 64
"""Requests of one holder that may wait."""
PATIENCE: Final = 60.0
"""Seconds that a request waits."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Who is let in as a whole: a match of a worker, or the worker's process where it does not say more."""

    key: Hashable
    seats: int = TABLE


class Admission:
    def __init__(self, capacity: int, patience: float = PATIENCE) -> None:
        self.capacity = capacity
        self.held: Counter[Holder] = Counter()
        self._granted: Counter[Holder] = Counter()
        """Slots that a holder got since it was let in."""
        self._patience = patience
        self._waiting: OrderedDict[Holder, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def used(self) -> int:
        return self.held.total()

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def take(self, holder: Holder) -> None:
        """One more slot for the holder, which must be given back. Raises SandboxFault: there was none in time."""
        queue = self._waiting.setdefault(holder, deque())
        if len(queue) >= MOST_WAITING:
            raise SandboxFault(f"a match may have {MOST_WAITING} requests for a slot waiting")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._serve()
        try:
            async with asyncio.timeout(self._patience):
                await turn
        except TimeoutError:
            self._leave(holder, turn)
            raise SandboxFault(
                f"no slot was free within {self._patience:g} seconds: {self.used} of {self.capacity} are taken"
            ) from None
        except asyncio.CancelledError:
            self._leave(holder, turn)
            raise

    def give_back(self, holder: Holder) -> None:
        self.held[holder] -= 1
        if not self.held[holder]:
            del self.held[holder], self._granted[holder]
        self._serve()

    def _leave(self, holder: Holder, turn: asyncio.Future[None]) -> None:
        if turn.done() and not turn.cancelled():
            self.give_back(holder)
            return
        if (queue := self._waiting.get(holder)) is not None and turn in queue:
            queue.remove(turn)
        self._serve()

    def _serve(self) -> None:
        """Round after round, one slot a holder, until nobody who waits may have one."""
        served = True
        while served:
            served = False
            kept_out = False
            for holder in list(self._waiting):
                queue = self._waiting[holder]
                while queue and queue[0].done():
                    # Called off a moment ago.
                    queue.popleft()
                is_in = holder in self.held
                if queue and (is_in or not kept_out) and self._has_room(holder):
                    self.held[holder] += 1
                    self._granted[holder] += 1
                    queue.popleft().set_result(None)
                    self._waiting.move_to_end(holder)
                    served = True
                elif queue and not is_in:
                    # Nobody is let in before it: a large match would wait for as long as small ones come.
                    kept_out = True
                if not queue:
                    del self._waiting[holder]

    def _has_room(self, holder: Holder) -> bool:
        held = self.held[holder]
        if not held:
            return self._promised() + self._whole(holder) <= self.capacity
        if self._granted[holder] < self._whole(holder):
            return True
        if any(not self.held[other] for other in self._waiting):
            return False
        return held < self._whole(holder) or self._promised() < self.capacity

    def _promised(self) -> int:
        return sum(max(held, self._whole(holder)) for holder, held in self.held.items() if held)

    def _whole(self, holder: Holder) -> int:
        return min(holder.seats, self.capacity)
