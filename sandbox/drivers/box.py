"""What the boxes of all drivers have in common: the order of things, whoever builds the walls."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from pathlib import Path
from socket import socket

from athanor_contract.bundle import BundleFault, Packed
from athanor_contract.limits.sandbox import Limits
from athanorpb.isolation import Isolation
from sandbox import files, processes, readiness, waits
from sandbox.cgroups import Group
from sandbox.doorway import Doorway
from sandbox.guard.process import Guard
from sandbox.interface import NotReady, Remains, SandboxFault, Stats, Withheld
from sandbox.output import Tap

NOTHING = Stats(None, None, None)
YIELDING = 0.25
"""The share of the processors of a box that yields, where others have 1. With less it would neither go on nor end
on a machine that is never idle."""

LAST_STEPS = 0.5
"""Seconds that a program has from hanging up to its end, of time in which the host lets it run."""
LONGEST_STEPS = 10.0
"""Seconds after which it is not waited for any longer, however busy the host is."""
A_MOMENT = 0.01

STACKS = 3.0
"""Seconds for the programs of a box to write down where they are, at most."""


class CommonBox(ABC):
    """One bot behind one set of walls. Each driver implements the abstract methods."""

    def __init__(self, bundle: Path) -> None:
        self.bundle = bundle
        """Outside: the folder that is seen as the bot's files inside."""
        self.isolation = Isolation.NONE
        self._guard: Guard | None = None
        self._tap: Tap | None = None
        self._door: Doorway | None = None
        self._ended: asyncio.Future[int] | None = None
        """Its exit code, once its program has ended by itself."""
        self._last = NOTHING
        self._remains: Remains | None = None
        self._killing: asyncio.Future[Remains] | None = None
        self._filling: asyncio.Future[None] | None = None
        self._group: Group | None = None
        """Its cgroup, which limits all of it together; None: its processes are limited one by one."""
        self._frozen = False
        self._is_asked_for_stacks = False
        self._watched: waits.Reading | None = None
        self._cores = Limits().cores
        self._fault = ""
        """Why its end may be our fault; empty: it is not."""

    async def start(self, *, guarded: bool = True) -> None:
        """`guarded` is false for a program that is no bot: nobody will talk to it."""
        if self._ended is not None or self._killing is not None:
            raise SandboxFault("a box is started once: one box, one bot, one match")
        self._ended = asyncio.get_running_loop().create_future()
        if guarded:
            # Before the bot, so that nobody waits for the guard to start.
            self._guard = Guard()
        await self._open()

    @property
    def line(self) -> socket:
        if self._guard is None:
            raise SandboxFault("a box has a line once it was started")
        return self._guard.line

    async def fill(self, bundle: Packed) -> None:
        """A bundle's files, for a box that was made without."""
        if self._killing is not None:
            raise SandboxFault("the box was ended before it had its bundle")
        self._filling = asyncio.ensure_future(asyncio.to_thread(files.fill, bundle, self.bundle))
        try:
            await asyncio.shield(self._filling)
        except (OSError, BundleFault) as error:
            raise SandboxFault(f"the bundle's files could not be laid out: {error}") from error

    async def wait_ready(self, within: float) -> None:
        if self._door is None or self._ended is None or self._tap is None or self._guard is None:
            raise SandboxFault("a box is waited for after it was started")
        patience = readiness.Patience(within, self._begin_to_watch, self._withheld)
        try:
            await readiness.wait(self._door, self._guard, self._ended, self._tap.last_line, patience)
        except NotReady:
            await self.tell_stack()
            raise

    def listen(self, hear: Callable[[bytes], None]) -> None:
        """`hear` is given what the bot writes to its log, as it comes. To be called once it was started."""
        if self._tap is not None:
            self._tap.listen(hear)

    async def tell_stack(self) -> None:
        """Python does so by faulthandler, Go and Java by themselves; the adapter says what it told its program."""
        if self._tap is None or self._ended is None or self._ended.done() or self._killing is not None:
            return
        # A frozen process handles no signal.
        was_frozen = self._frozen
        await self.thaw()
        try:
            able = [pid for pid in self._programs() if processes.has_stack_handler(pid)]
            self._is_asked_for_stacks = self._is_asked_for_stacks or bool(able)
            # One after another: the adapter writes at once, but its program may take longer.
            for pid in able:
                processes.ask_for_stack(pid)
                await self._tap.told_more(STACKS / len(able))
        finally:
            if was_frozen:
                await self.freeze()

    async def ended(self) -> int:
        """Waits for the bot's program to end, and returns its exit code."""
        if self._ended is None:
            raise SandboxFault("a box is waited for after it was started")
        return await asyncio.shield(self._ended)

    @property
    def door(self) -> Doorway:
        """The way to its bot's socket, and past its guard."""
        assert self._door is not None, "a box has a door once it was started"
        return self._door

    @property
    def group(self) -> Group | None:
        return self._group

    @property
    def guards(self) -> tuple[int, ...]:
        """Our processes that serve this box alone, outside its group."""
        return () if self._guard is None else (self._guard.pid,)

    @property
    def held_folder(self) -> int:
        """The descriptor of the folder inside that is held open from outside."""
        return self.door.folder

    async def silence(self) -> None:
        """Ends all its processes. What it wrote can be looked at until `kill`."""
        await self.thaw()
        await self._end_processes()

    def stats(self) -> Stats:
        if self._remains is None:
            self._last = self._measure()
        return self._last

    async def watch(self) -> None:
        self._begin_to_watch()

    async def withheld(self) -> Withheld:
        return self._withheld()

    def _begin_to_watch(self) -> None:
        self._watched = self._reading()

    def _withheld(self) -> Withheld:
        if self._watched is None or self._remains is not None:
            return Withheld(0.0, "nothing was noted")
        return waits.withheld(self._watched, self._reading())

    def _reading(self) -> waits.Reading:
        throttled = self._group.throttled_ms() if self._group is not None else None
        return waits.reading(self._processes(), self.guards, throttled, self.stats().cpu_ms, self._cores)

    async def freeze(self) -> bool:
        if self._group is None or self._remains is not None:
            return False
        self._frozen = self._group.freeze()
        return self._frozen

    async def thaw(self) -> None:
        if self._frozen and self._group is not None:
            self._group.thaw()
            self._frozen = False

    def yields(self, to_others: bool) -> None:
        """Whether other boxes that want the processor come first, as far as this host can arrange that."""
        if self._group is not None:
            self._group.weigh(YIELDING if to_others else 1.0)

    async def kill(self) -> Remains:
        """Calls that come meanwhile wait for the same end. It goes on if nobody waits for it any more; if it
        fails, the next call tries again."""
        if self._killing is None or (self._remains is None and self._killing.done()):
            self._killing = asyncio.ensure_future(self._kill_once())
            self._killing.add_done_callback(_told)
        remains = await asyncio.shield(self._killing)
        if self._fault:
            # Raised once: by now nothing is left of the box.
            fault, self._fault = self._fault, ""
            raise SandboxFault(fault)
        return remains

    async def _kill_once(self) -> Remains:
        # Frozen processes do not die, and cannot be asked how they ended.
        await self.thaw()
        if self._ended is not None and self._guard is not None and self._guard.was_left():
            await self._take_last_steps(self._ended)
        await self._catch_up()
        self._last = self._measure()
        code = self._ended.result() if self._ended is not None and self._ended.done() else None
        if self._is_asked_for_stacks:
            # Some programs end once they have written their stack: that was our doing.
            code = None
        out_of_memory = self._is_out_of_memory()
        if not out_of_memory and self._is_host_out_of_memory():
            self._fault = "for want of memory here the kernel ended processes of a bot that was within its limit"
        if self._guard is not None:
            await self._guard.end()
        await self._end_processes()
        if self._filling is not None:
            # Its thread cannot be called off, and the path that it writes to may belong to another box afterwards.
            await asyncio.wait([self._filling])
        await self._destroy()
        if self._tap is not None:
            self._tap.end()
        if self._door is not None:
            self._door.close()
        log = self._tap.kept.bytes if self._tap is not None else b""
        self._remains = Remains(log, code, out_of_memory)
        return self._remains

    async def _take_last_steps(self, ended: asyncio.Future[int]) -> None:
        """Waits for a program that hung up a moment ago, since its exit code belongs into the record: for
        LAST_STEPS, and as much longer as a busy host keeps from it."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        self._begin_to_watch()
        left = LAST_STEPS
        while left > A_MOMENT and not ended.done():
            await asyncio.wait([ended], timeout=left)
            given = min(LAST_STEPS + self._withheld().ms / 1000, LONGEST_STEPS)
            left = began + given - loop.time()

    def _exited(self, code: int) -> None:
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(code)

    @abstractmethod
    async def _open(self) -> None:
        """Runs the program behind its walls. Raises SandboxFault."""

    def _processes(self) -> Iterable[int]:
        """By their process ids outside."""
        return self._group.members() if self._group is not None else ()

    def _programs(self) -> Iterable[int]:
        """Those of the bot, by their process ids outside."""
        return self._processes()

    @abstractmethod
    def _measure(self) -> Stats: ...

    @abstractmethod
    def _is_out_of_memory(self) -> bool:
        """Whether something of it was killed because it needed more than it may have."""

    def _is_host_out_of_memory(self) -> bool:
        """Whether something of it was killed because this host had no more."""
        return self._group is not None and self._group.host_out_of_memory()

    @abstractmethod
    async def _catch_up(self) -> None:
        """Notes whether the program has ended by itself a moment ago."""

    @abstractmethod
    async def _end_processes(self) -> None:
        """Ends all its processes. May be called at any time, also before `_open`, and repeatedly."""

    @abstractmethod
    async def _destroy(self) -> None:
        """Removes every trace, once no process is left."""


def _told(ending: asyncio.Future[Remains]) -> None:
    """Marks its exception as seen: whoever waits gets it, and where nobody waits the next sweep cleans up."""
    if not ending.cancelled():
        ending.exception()
