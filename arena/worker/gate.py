"""Which of the orders that a worker holds are begun, and when.

Each lane may always play one order, however busy the machine is: no lane can starve another. What the machine
can do beyond that goes to the lanes by their shares, as long as a processor and memory are free. What cannot be
begun for a while goes back to the broker: another machine may have room. Bots that wait
cost nothing, so what is counted is not matches but what wants to run just now. Where several workers share a
machine, each goes by an equal part of its processors and memory.

Matches of one set, which have one deal, are to start together: while one of them is played, the others begin as
they come, as long as memory is free and the machine has not more than two matches a processor.

An order that is to be played alone waits, once it is the first of its lane, until nothing else is played on this
host (`host_lock`), and nothing else is begun there before it has ended. After that no other is played alone for as
long: who makes hosts stall may take no more than half of a host by it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Final

from arena.orders.lanes import SHARES, Lane
from arena.worker.host_lock import HostLock
from sandbox.load import Memory, free_processors, memory

LOOK_EVERY: Final = 0.1
"""Seconds between two looks at the machine, while orders wait."""
TOGETHER: Final = 2
"""Matches a processor up to which those of a set in play begin, though none is free."""
LOOKS: Final = 3
"""The last so many looks are put together: one alone says little."""


LONGEST_WAIT = 60.0
"""Seconds after which an order that waits is given back, to whichever worker can begin it."""


class Full(Exception):
    """There is no room for the order here, and may be none for long."""


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    memory: int
    turn: asyncio.Future[None]
    set_id: str
    alone: bool
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
        hands: int = len(os.sched_getaffinity(0)),
        host_lock: HostLock | None = None,
    ) -> None:
        self._processors = processors
        self._memory = memory
        self._changed = changed
        self._workers = workers
        """On this machine. Each sees all of it, and none what the others have just begun or promised."""
        self._most_together = max(TOGETHER, TOGETHER * hands // workers)
        self._promised = 0
        """Bytes that the sandboxes of all that is played may use together."""
        self._waiting: dict[Lane, deque[Waiting]] = {lane: deque() for lane in Lane}
        self._looks: deque[float] = deque(maxlen=LOOKS)
        self._begun: deque[int] = deque(maxlen=LOOKS)
        """How many orders were begun after each of the looks: they do not show in it yet."""
        self._looking: asyncio.Task[None] | None = None
        """The task that looks at the machine, while orders wait or are given back."""
        self._is_closed = False
        self._is_played_alone = False
        self._held_since: float | None = None
        """When everything else began to wait for one that is played alone."""
        self.host_lock = host_lock or HostLock()
        self._sets: Counter[str] = Counter()
        """Those of which matches are played."""
        self.playing: Counter[Lane] = Counter()
        self.full: set[Lane] = set()
        """The lanes of which an order was given back, and no other one is to be taken until there is room."""

    @contextlib.asynccontextmanager
    async def passed(
        self, lane: Lane, memory: int, *, set_id: str = "", alone: bool = False
    ) -> AsyncIterator[None]:
        """While an order of the lane, whose sandboxes may use so many bytes, is played. Raises Full."""
        if self._is_closed:
            raise asyncio.CancelledError
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiting = Waiting(memory, turn, set_id, alone, _now())
        self._waiting[lane].append(waiting)
        self._let_in_the_first()
        self._look_while_orders_wait()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._left(lane, waiting)
            else:
                # All else may have waited for this one.
                self._let_in_the_first()
            raise
        try:
            yield
        finally:
            self._left(lane, waiting)

    def close(self) -> None:
        """Nothing is begun any more: all that wait are called off, and all that come."""
        self._is_closed = True
        self.full.clear()
        for queue in self._waiting.values():
            for waiting in queue:
                waiting.turn.cancel()

    def _left(self, lane: Lane, ended: Waiting) -> None:
        self.playing[lane] -= 1
        self._promised -= ended.memory
        self._sets -= Counter([ended.set_id])
        if ended.alone:
            self._end_alone()
        self.full.clear()
        self._let_in_the_first()
        self._changed()

    def _let_in_the_first(self) -> None:
        """What may begin however busy the machine is: of each lane one, and what belongs to a set in play."""
        if not self._is_held_for_one():
            self._begin_the_first()
        self._release_host()

    def _begin_the_first(self) -> None:
        for lane in Lane:
            if not self.playing[lane] and (first := self._first(lane)) is not None:
                self._begin(lane, first)
        for lane in Lane:
            for waiting in self._waits(lane):
                if self._sets[waiting.set_id] and not waiting.alone:
                    if self.playing.total() >= self._most_together or waiting.memory > self._room():
                        return
                    self._begin(lane, waiting)

    def _is_held_for_one(self) -> bool:
        """Whether nothing else may begin, for one of ours or of another worker. The one of ours that is waited for
        begins once nothing is played any more."""
        if self._is_played_alone:
            return True
        firsts = [(lane, waits[0]) for lane in Lane if (waits := self._waits(lane)) and waits[0].alone]
        if firsts and self.host_lock.claim(_now()):
            # Whatever its lane: who has these again and again would leave the others' no turn.
            lane, longest = min(firsts, key=lambda pair: pair[1].since)
            if self._held_since is None:
                self._held_since = _now()
            if not self.playing.total() and self.host_lock.own():
                self._is_played_alone = True
                self._begin(lane, longest)
            return True
        if self._held_since is not None:
            # Who was waited for was called off.
            self._held_since = None
            self.host_lock.leave(_now())
        return not self.host_lock.share()

    def _end_alone(self) -> None:
        assert self._held_since is not None
        self._is_played_alone = False
        self.host_lock.leave(_now(), rest=_now() - self._held_since)
        self._held_since = None

    def _release_host(self) -> None:
        if not self.playing.total():
            self.host_lock.release()

    def _begin(self, lane: Lane, begun: Waiting) -> None:
        self.playing[lane] += 1
        if self._begun:
            self._begun[-1] += 1
        self._waiting[lane].remove(begun)
        self._promised += begun.memory
        if begun.set_id:
            self._sets[begun.set_id] += 1
        begun.turn.set_result(None)
        self._changed()

    def _waits(self, lane: Lane) -> list[Waiting]:
        queue = self._waiting[lane]
        while queue and queue[0].turn.done():
            # Called off a moment ago.
            queue.popleft()
        return [one for one in queue if not one.turn.done()]

    def _first(self, lane: Lane) -> Waiting | None:
        """Of those that are played beside others."""
        return next((one for one in self._waits(lane) if not one.alone), None)

    def _look_while_orders_wait(self) -> None:
        if (self._looking is None or self._looking.done()) and self._orders_wait():
            self._looking = asyncio.create_task(self._look())

    def _orders_wait(self) -> bool:
        return any(self._waits(lane) for lane in Lane)

    async def _look(self) -> None:
        self._looks.clear()
        self._begun.clear()
        while self._orders_wait() or self.full:
            self._looks.append(self._processors())
            self._begun.append(0)
            # Who was waited for may have been called off.
            self._let_in_the_first()
            self._let_in_more()
            self._give_back()
            await asyncio.sleep(LOOK_EVERY)

    def _let_in_more(self) -> None:
        free = sum(self._looks) / len(self._looks) / self._workers - sum(self._begun)
        room = self._room()
        # Half a processor is worth a match: it and its bots take turns.
        # One that is to be played alone may have come to be the first just now.
        while free >= 0.5 and not self._is_held_for_one() and (found := self._next(room)) is not None:
            lane, first = found
            room -= first.memory
            free -= 1
            self._begin(lane, first)
        if self.full and free >= 0.5 and room > 0 and not self._is_held_for_one():
            self.full.clear()
            self._changed()
        self._release_host()

    def _give_back(self) -> None:
        """What waits for long, but for one that is to be played alone: it will not be waited for elsewhere."""
        for lane in Lane:
            while (first := self._first(lane)) is not None and _now() - first.since >= LONGEST_WAIT:
                self._waiting[lane].remove(first)
                self.full.add(lane)
                self._changed()
                first.turn.set_exception(Full())

    def _room(self) -> int:
        """Bytes that may be promised still."""
        here = self._memory()
        # What has just been promised is not used yet: neither of the two is enough.
        return min(here.free // self._workers, here.all // self._workers - self._promised)

    def _next(self, room: int) -> tuple[Lane, Waiting] | None:
        """Of the lanes whose next order fits, the one that has least of its share."""
        firsts = [(lane, first) for lane in Lane if (first := self._first(lane)) is not None]
        able = [(lane, first) for lane, first in firsts if first.memory <= room]
        return min(able, key=lambda pair: self.playing[pair[0]] / SHARES[pair[0]], default=None)


def _now() -> float:
    return asyncio.get_running_loop().time()
