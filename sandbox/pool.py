"""The pool of warm slots: a driver whose boxes, as a rule, have stood ready before they were asked for.

    pool = Pool(driver, 4)
    box = await pool.prepare(launch)      # a warm slot with the bot's files, or a box made there and then
    await box.start()                     # the word: the slot becomes the bot

It is a `Driver` around a driver: whoever has one sees no difference but the time. What the pool cannot do is done
as without it (the cold path): no slot is warm, none of them fits, warming has failed again and again (the
breaker).
A slot that dies before it is a bot is ours: whoever was to have it gets a box from the cold path.

One task refills, one slot at a time, and what it starts yields to whatever else wants to run. It rests for a
moment after each hand-over, and while bots run as long as the machine has all hands full: a match's clock is worth
more than the next one's start. A slot that nobody has used for `RECYCLE` seconds is destroyed and made anew. Which
kinds of slots are kept follows what was asked for last.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from socket import socket
from typing import Final, Literal, Protocol

from athanor_contract.limits.sandbox import Limits
from athanorpb.isolation import Isolation
from sandbox.breaker import Breaker, Open
from sandbox.interface import Box, Built, Driver, Launch, Remains, RuntimeMissing, SandboxFault, Stats, Withheld
from sandbox.load import is_busy
from sandbox.runtimes.table import argv
from sandbox.slot import Kind, Slot, Standing, State, destroyed

RECYCLE: Final = 600.0
PATIENCE: Final = 60.0
"""Seconds for a slot to become warm."""
LULL: Final = 0.3
"""Seconds after a hand-over without a refill: the bots of one match come together, and are asked at once."""
LOOK: Final = 0.25
"""Seconds between two looks whether the machine has a hand free."""
FIRST: Final = "python"
"""The runtime whose slots are kept warm while nobody has asked for anything."""

log = logging.getLogger(__name__)


class Standable(Driver, Protocol):
    """A driver that can make a box without a bot."""

    def room(self, runtime: str) -> str:
        """What a runtime's boxes are made of, in a word. May take a while."""

    async def stand(self, runtime: str, limits: Limits) -> Standing: ...


@dataclass(frozen=True, slots=True)
class Health:
    """What an operator is told."""

    size: int
    warm: int
    building: int
    running: int
    handed_over: int
    """Boxes so far that were a warm slot."""
    cold: int
    """Boxes so far that had to be made there and then."""
    failed: int
    """Slots so far that did not become warm, or did not stay it."""
    breaker: Literal["closed", "open", "half-open"]


class Pool:
    def __init__(
        self,
        driver: Standable,
        size: int,
        *,
        busy: Callable[[], bool] = is_busy,
        recycle: float = RECYCLE,
        lull: float = LULL,
        breaker: Breaker | None = None,
    ) -> None:
        self.driver = driver
        self.name = driver.name
        self.container_runtime = driver.container_runtime
        self.size = size
        self._busy = busy
        self._recycle = recycle
        self._lull = lull
        self._breaker = breaker or Breaker("the warming of slots")
        self._slots: set[Slot] = set()
        self._rooms: dict[str, str] = {}
        self._asked: deque[Kind] = deque(maxlen=size)
        self._last_lease = -1e9
        self._keeper: asyncio.Task[None] | None = None
        self._watchers: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._news = asyncio.Event()
        """Set when a slot has become warm, or has failed to."""
        self._handed_over = self._cold = self._failed = 0

    # --- what a driver does

    def trouble(self) -> str | None:
        return self.driver.trouble()

    def isolation(self) -> Isolation:
        return self.driver.isolation()

    async def prepare(self, launch: Launch) -> Box:
        if self.size == 0 or (launch.party is not None and not launch.party.awaited):
            self._cold += 1
            return await self.driver.prepare(launch)
        self.begin()
        kind = await self._kind(launch.runtime, launch.limits)
        self._asked.append(kind)
        while (slot := self._taken(kind)) is not None:
            try:
                await slot.load(launch.bundle)
            except SandboxFault as fault:
                await self._lose(slot, str(fault))
            except asyncio.CancelledError:
                await asyncio.shield(self._end(slot))
                raise
            else:
                self._last_lease = time.monotonic()
                self._wake.set()
                return Handed(self, slot, launch)
        self._cold += 1
        self._wake.set()
        return await self.driver.prepare(launch)

    async def build(self, launch: Launch, within: float) -> Built:
        return await self.driver.build(launch, within)

    async def sweep(self) -> int:
        return await self.driver.sweep()

    # --- what only a pool does

    def begin(self) -> None:
        """Begins to warm slots, on the running event loop. May be repeated."""
        if self._keeper is None:
            self._keeper = asyncio.get_running_loop().create_task(self._keep())

    async def close(self) -> None:
        """Ends the refilling, and every slot that is no bot yet."""
        if self._keeper is not None:
            self._keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeper
            self._keeper = None
        idle = [slot for slot in self._slots if slot.state is not State.RUNNING]
        await destroyed(idle)
        self._slots.difference_update(idle)
        for watcher in self._watchers:
            watcher.cancel()
        await asyncio.gather(*self._watchers, return_exceptions=True)

    async def full(self) -> None:
        """Returns once as many slots are warm as are to be, or the breaker is open."""
        self.begin()
        while self._count(State.WARM) < self.size and self._breaker.state != "open":
            self._news.clear()
            await self._news.wait()

    def health(self) -> Health:
        return Health(
            self.size,
            self._count(State.WARM),
            self._count(State.BUILDING),
            self._count(State.RUNNING),
            self._handed_over,
            self._cold,
            self._failed,
            self._breaker.state,
        )

    async def _kind(self, runtime: str, limits: Limits) -> Kind:
        if runtime not in self._rooms:
            self._rooms[runtime] = await asyncio.to_thread(self.driver.room, runtime)
        return Kind(self._rooms[runtime], limits, runtime)

    def _count(self, state: State) -> int:
        return sum(slot.state is state for slot in self._slots)

    def _taken(self, kind: Kind) -> Slot | None:
        """The warm slot of that kind that has waited longest, for nobody else any more."""
        found = [slot for slot in self._slots if slot.state is State.WARM and slot.kind == kind]
        if not found:
            return None
        slot = min(found, key=lambda one: one.since)
        slot.lease()
        return slot

    # --- refilling

    async def _keep(self) -> None:
        with contextlib.suppress(RuntimeMissing):
            first = await self._kind(FIRST, Limits())
            while len(self._asked) < self.size:
                self._asked.appendleft(first)
        while True:
            self._wake.clear()
            await self._retire()
            kind = self._missing()
            if kind is not None and self._may_build():
                await self._build(kind)
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK if kind is not None else self._next_retirement()):
                    await self._wake.wait()

    def _may_build(self) -> bool:
        if time.monotonic() < self._last_lease + self._lull or self._breaker.state == "open":
            return False
        is_played = self._count(State.LEASED) + self._count(State.RUNNING) > 0
        return not (is_played and self._busy())

    def _missing(self) -> Kind | None:
        """The kind of slot to be made next; None: all are there."""
        there = Counter(slot.kind for slot in self._slots if slot.state in (State.BUILDING, State.WARM))
        if there.total() >= self.size:
            return None
        wanted = Counter(self._asked) - there
        return max(wanted, key=wanted.__getitem__) if wanted else None

    async def _retire(self) -> None:
        """Slots that have waited too long, and those of a kind that others are wanted instead of."""
        now = time.monotonic()
        warm = [slot for slot in self._slots if slot.state is State.WARM]
        old = [slot for slot in warm if now - slot.since >= self._recycle]
        spare = Counter(slot.kind for slot in warm) - Counter(self._asked)
        for slot in sorted(warm, key=lambda one: one.since):
            if spare[slot.kind] > 0 and slot not in old:
                spare[slot.kind] -= 1
                old.append(slot)
        for slot in old:
            await self._end(slot)

    def _next_retirement(self) -> float:
        warm = [slot.since for slot in self._slots if slot.state is State.WARM]
        return max(min(warm, default=time.monotonic()) + self._recycle - time.monotonic(), LOOK)

    async def _build(self, kind: Kind) -> None:
        try:
            self._breaker.enter()
        except Open:
            return
        making = asyncio.ensure_future(self.driver.stand(kind.runtime, kind.limits))
        try:
            box = await asyncio.shield(making)
        except asyncio.CancelledError:
            # A thread makes it, and cannot be called off.
            with contextlib.suppress(SandboxFault):
                await (await making).kill()
            raise
        except Exception as fault:
            self._note_failure(str(fault))
            return
        slot = Slot(box, kind)
        self._slots.add(slot)
        try:
            await slot.warm(PATIENCE)
        except Exception as fault:
            self._note_failure(str(fault))
            await self._end(slot)
        else:
            self._breaker.succeeded()
            self._watch(slot)
            self._news.set()

    def _watch(self, slot: Slot) -> None:
        watcher = asyncio.get_running_loop().create_task(self._bury(slot))
        self._watchers.add(watcher)
        watcher.add_done_callback(self._watchers.discard)

    async def _bury(self, slot: Slot) -> None:
        """Waits for the end of a slot's first program: of a warm one it is a failure of ours."""
        await slot.box.ended()
        if slot.state is State.WARM:
            await self._lose(slot, "a warm slot ended by itself")

    async def _lose(self, slot: Slot, why: str) -> None:
        self._note_failure(why)
        await self._end(slot)
        self._wake.set()

    def _note_failure(self, why: str) -> None:
        self._failed += 1
        self._breaker.failed()
        self._news.set()
        log.warning("a warm slot was lost: %s", why)

    async def _end(self, slot: Slot) -> Remains | None:
        # One of the slots until then: `close` waits for what is being ended, though nobody else may.
        try:
            remains = await slot.destroy()
        except SandboxFault as fault:
            log.warning("a warm slot could not be removed: %s", fault)
            remains = None
        self._slots.discard(slot)
        return remains


class Handed:
    """A box that was a warm slot; or, where the slot failed before it was the bot, one made after all."""

    def __init__(self, pool: Pool, slot: Slot, launch: Launch) -> None:
        self._pool = pool
        self._slot = slot
        self._launch = launch
        self._box: Box = slot.box

    @property
    def isolation(self) -> Isolation:
        return self._box.isolation

    @property
    def line(self) -> socket:
        return self._box.line

    async def start(self) -> None:
        try:
            await self._slot.go(argv(self._launch))
        except SandboxFault as fault:
            await self._pool._lose(self._slot, str(fault))
            self._pool._cold += 1
            self._box = await self._pool.driver.prepare(self._launch)
            await self._box.start()
        else:
            self._pool._handed_over += 1

    async def wait_ready(self, within: float) -> None:
        await self._box.wait_ready(within)

    def stats(self) -> Stats:
        return self._slot.stats() if self._box is self._slot.box else self._box.stats()

    async def watch(self) -> None:
        await self._box.watch()

    async def withheld(self) -> Withheld:
        return await self._box.withheld()

    async def tell_stack(self) -> None:
        await self._box.tell_stack()

    async def freeze(self) -> bool:
        return await self._box.freeze()

    async def thaw(self) -> None:
        await self._box.thaw()

    async def kill(self) -> Remains:
        if self._box is not self._slot.box:
            return await self._box.kill()
        self._pool._slots.discard(self._slot)
        self._pool._wake.set()
        return await self._slot.destroy()
