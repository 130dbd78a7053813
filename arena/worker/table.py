"""A match's sandboxes: one a seat, started together, gone when the match is over."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import secrets
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Protocol, Self

from arena.blobs.store import BlobStore
from arena.referee import patience
from arena.referee.conduct import Corrected, Failed, Note, Out, shortened
from arena.referee.line import Line
from arena.referee.patience import Host
from arena.referee.player import Absent, Player
from arena.referee.remote import RemotePlayer
from arena.referee.sentences import ended
from arena.worker.resting import Freeze, Resting, SharedHost
from athanor_contract.bundle import Packed
from athanor_contract.limits.sandbox import Limits
from athanorpb.farm.values import Clock, SeatRecord
from athanorpb.isolation import Isolation, weakest
from sandbox.interface import Box, Driver, Launch, Listened, NotReady, Party, Remains, SandboxFault, Stats
from sandbox.readiness import LOOK_AFTER


class TooWeak(SandboxFault):
    """A sandbox is kept apart less than the match requires. No bot has run in it."""

    def __init__(self, found: Isolation, least: Isolation) -> None:
        super().__init__(f"the match requires isolation level {least}, and sandboxes here have level {found}")
        self.found = found


class Listener(Protocol):
    """Hears what a bot says to its author, as it comes."""

    def wrote(self, said: bytes) -> None:
        """To its stderr, or its stdout where that is not the protocol's."""

    def noted(self, note: Note) -> None: ...

    def ended(self) -> None:
        """Nothing more will come."""


class Chair:
    """One seat: its sandbox, its player, and what is left to tell of both."""

    def __init__(
        self,
        driver: Driver,
        bot: Packed,
        clock: Clock,
        freeze: Freeze,
        listener: Listener | None = None,
        party: Party | None = None,
        least: Isolation = Isolation.NONE,
    ) -> None:
        self.driver = driver
        self.least = least
        self.bot = bot
        self.clock = clock
        self.freeze = freeze
        self.limits = Limits()
        self.listener = listener
        self.party = party
        self.notes: list[Note] = []
        self.corrected: list[Corrected] = []
        self.box: Box | None = None
        self.player: Player = Absent(Failed(Out.NEVER_READY, "it was never started"))
        self.line: Line | None = None
        self.host: Host | None = None
        """What its bot runs on, once it is up."""
        self.stats = Stats(None, None, None)
        self.remains = Remains(b"", None, False)

    async def open(self) -> None:
        """Raises SandboxFault, TooWeak; that the bot does not come up is a player that is absent."""
        await self._prepare(Launch(self.bot, self.limits, self.party))
        assert self.box is not None
        if not self.box.isolation.reaches(self.least):
            raise TooWeak(self.box.isolation, self.least)
        await self.box.start()
        # Its program is told to run as the last step of that: the wait for a place and the walls are ours.
        began, waited = time.monotonic(), patience.waited()
        if self.listener is not None and isinstance(self.box, Listened):
            self.box.listen(self.listener.wrote)
        try:
            await self.box.wait_ready(self.clock.startup / 1000)
        except NotReady as failure:
            self.player = Absent(Failed(Out.NEVER_READY, failure.problem), _since(began))
        else:
            startup = _since(began)
            if startup > self.clock.startup * LOOK_AFTER:
                # What this host kept from it counts for nothing, in time or not: its welcome is still to come. Nor
                # does what it kept from us, who noticed late; and that it was in time has been said already.
                ours = patience.waited() - waited
                startup -= (await self.box.withheld()).ms + ours
                startup = min(max(startup, 0.0), self.clock.startup)
            self.line = Line(self.box.line)
            player = RemotePlayer(
                self.line,
                startup=startup,
                cpu=self._cpu,
                note=self._noted,
                corrected=self.corrected.append,
            )
            self.player = Resting(player, self.box, self.freeze)
            self.host = self.box

    async def _prepare(self, launch: Launch) -> None:
        preparing = asyncio.ensure_future(self.driver.prepare(launch))
        try:
            self.box = await asyncio.shield(preparing)
        except asyncio.CancelledError:
            # Threads make it, and cannot be called off: whoever leaves before would leave it there for ever.
            with contextlib.suppress(SandboxFault):
                self.box = await preparing
            raise

    async def close(self) -> None:
        if self.box is not None:
            # It measures once more before it ends: nothing that fails before may keep it from its end.
            self.remains = await self.box.kill()
            self.stats = self.box.stats()
        if self.listener is not None:
            if not isinstance(self.box, Listened):
                self.listener.wrote(self.remains.log)
            self.listener.ended()

    def account(self, account: SeatRecord, store: BlobStore) -> SeatRecord:
        """The referee's figures of the seat, with what only the sandbox knows."""
        stats, line, spent = self.stats, self.line, account.spent
        log = self.log
        return dataclasses.replace(
            account,
            out_detail=self.detail(account),
            cpu=account.cpu if stats.cpu_ms is None else stats.cpu_ms,
            memory=-1 if stats.memory_peak is None else stats.memory_peak,
            spent=spent if line is None else dataclasses.replace(spent, heard=line.sent, said=line.received),
            log=store.put(log) if log else "",
        )

    def detail(self, account: SeatRecord) -> str:
        """Why its bot was out, once the table is left: only the sandbox knows how its program came to its end."""
        if not account.out:
            return account.out_detail
        remains = self.remains
        return ended(
            account.out_detail,
            Out(account.out),
            remains.exit_code,
            too_much_memory=remains.out_of_memory,
            log=remains.log,
            bounds=self.limits,
        )

    @property
    def log(self) -> bytes:
        """What the bot wrote to stderr, and after it what it told its author by `note`."""
        if not self.notes:
            return self.remains.log
        notes = "".join(f"{noted(note)}\n" for note in self.notes).encode()
        apart = b"" if self.remains.log.endswith(b"\n") or not self.remains.log else b"\n"
        return self.remains.log + apart + notes

    def _noted(self, note: Note) -> None:
        self.notes.append(note)
        if self.listener is not None:
            self.listener.noted(note)

    def _cpu(self) -> float | None:
        assert self.box is not None
        return self.box.stats().cpu_ms


def noted(note: Note) -> str:
    """A note as a line of a log."""
    return f"note {f'at ask {note.ask}' if note.ask else 'before its first ask'}: {shortened(note.text)}"


class Table:
    """All chairs of a match. Leaving it kills every sandbox, whatever happened."""

    def __init__(
        self,
        driver: Driver,
        bots: Sequence[Packed],
        clock: Clock,
        freeze: Freeze = Freeze.AUTO,
        awaited: bool = True,
        least: Isolation = Isolation.NONE,
    ) -> None:
        party = Party(secrets.token_hex(8), len(bots), awaited)
        self.chairs = [Chair(driver, bot, clock, freeze, party=party, least=least) for bot in bots]

    @property
    def isolation(self) -> Isolation:
        """The level of the sandbox that is kept apart least."""
        return weakest(chair.box.isolation for chair in self.chairs if chair.box is not None)

    async def __aenter__(self) -> Self:
        try:
            # A group and not `gather`: cancelled or failed, it waits until no chair is half opened.
            async with asyncio.TaskGroup() as group:
                for chair in self.chairs:
                    group.create_task(chair.open())
        except BaseExceptionGroup as faults:
            await self._close()
            raise faults.exceptions[0] from None
        except BaseException:
            await self._close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._close()

    async def _close(self) -> None:
        for result in await asyncio.gather(*(chair.close() for chair in self.chairs), return_exceptions=True):
            if isinstance(result, BaseException):
                raise result

    @property
    def players(self) -> list[Player]:
        return [chair.player for chair in self.chairs]

    @property
    def hosts(self) -> list[Host | None]:
        hosts: list[Host | None] = []
        for chair in self.chairs:
            others = [other.player for other in self.chairs if other is not chair]
            beside = [player for player in others if isinstance(player, Resting)]
            hosts.append(None if chair.host is None else SharedHost(chair.host, beside))
        return hosts

    def accounts(self, accounts: Sequence[SeatRecord], store: BlobStore) -> tuple[SeatRecord, ...]:
        return tuple(chair.account(account, store) for chair, account in zip(self.chairs, accounts, strict=True))


def _since(moment: float) -> float:
    return (time.monotonic() - moment) * 1000
