"""What a sandbox is to its callers: the same for every driver.

    driver.prepare(launch) -> box    folders, limits, socket; nothing of the bot runs yet
    box.start()                      the bot's program runs behind its walls
    box.wait_ready(seconds)          its gRPC server answers the health check
    box.line                         the socket that leads to its guard, and by it to the bot
    box.stats()                      what it has used so far
    box.watch(), box.withheld()      since when, and for how long this host kept it from running
    box.tell_stack()                 has its program write into its log where it is
    box.freeze(), box.thaw()         stops it where it stands, and lets it go on
    box.kill()                       ends every process of it and removes every trace; may be repeated
    driver.sweep()                   removes what an earlier life of this program left behind

One box, one bot, one match. Whose fault a failure is stands in its type: `NotReady` is the bot's,
`SandboxFault` is ours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from socket import socket
from typing import Final, Literal, Protocol, runtime_checkable

from athanor_contract.bundle import Packed
from athanor_contract.limits.sandbox import Limits
from athanorpb.isolation import Isolation

MOST_BUILDING: Final = 2
"""Builds that sandboxd runs at once, of all its clients; others wait for them there."""


@dataclass(frozen=True, slots=True)
class Party:
    """The sandboxes of one match: there is room for all of them or for none."""

    name: str
    seats: int
    awaited: bool = True
    """Whether somebody waits for the match: what stands warm is for those."""


@dataclass(frozen=True, slots=True)
class Launch:
    """What is to run: its bundle says how. That names a runtime, whose files and flags are the driver's."""

    bundle: Packed
    """Its files are seen inside as the read-only folder /bot."""
    limits: Limits = field(default_factory=Limits)
    party: Party | None = None
    """None: it is for no match, or its caller makes one match at a time."""

    @property
    def runtime(self) -> str:
        return self.bundle.manifest.runtime

    @property
    def command(self) -> tuple[str, ...]:
        return self.bundle.manifest.command

    @property
    def build(self) -> tuple[str, ...]:
        """What it is built by. Raises SandboxFault: there is nothing to build."""
        if self.bundle.manifest.build is None:
            raise SandboxFault("the bundle says nothing to build it by")
        return self.bundle.manifest.build


@dataclass(frozen=True, slots=True)
class Stats:
    """Nothing is guessed: None where this driver, on this host, does not measure it."""

    cpu_ms: int | None
    memory_peak: int | None
    processes: int | None


@dataclass(frozen=True, slots=True)
class Withheld:
    """What this host kept from a box: wall time that its bot could have used and was not given."""

    ms: float
    evidence: str
    """The figures behind it, for the record."""
    used: float = 0.0
    """Milliseconds that its bot ran meanwhile, of one of the processors that are its share."""


@dataclass(frozen=True, slots=True)
class Remains:
    """What is left to tell of a box that was killed."""

    log: bytes
    exit_code: int | None
    """Of the bot's program, where it ended by itself."""
    out_of_memory: bool


@dataclass(frozen=True, slots=True)
class Built:
    ok: bool
    log: str
    reason: Literal["", "failed", "timeout", "too-big", "no-bundle"] = ""
    problem: str = ""
    """What went wrong, in one sentence without its full stop; it stands at the log's end too."""
    bundle: Packed | None = None
    """What the build left, where it is ok."""
    code: str = ""
    """Why what it left is no bundle: of `athanor_contract.bundle.Code`."""


class SandboxFault(Exception):
    """The sandbox failed, not the bot: the match is void and played again."""


class RuntimeMissing(SandboxFault):
    """There is no tree here for the bundle's language: a lack of this farm's, which no other try mends."""


class HostStalled(SandboxFault):
    """This host kept a bot from running for so long that it cannot play a match now."""


class NotReady(Exception):
    """The bot's program ended, or did not answer, within its start-up budget."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


class Box(Protocol):
    @property
    def isolation(self) -> Isolation:
        """How far it is kept apart from the other boxes of this host."""

    @property
    def line(self) -> socket:
        """The referee's end of the line to the box's guard, once it was started: see `sandbox.guard.program`."""

    async def start(self) -> None: ...

    async def wait_ready(self, within: float) -> None: ...

    def stats(self) -> Stats:
        """Once it was killed: what it had used until then."""

    async def watch(self) -> None:
        """From now on it is noted what this host keeps from it."""

    async def withheld(self) -> Withheld:
        """Since `watch`."""

    async def tell_stack(self) -> None:
        """Has its program write into its log where it is, where it can do so: for one that took too long.

        Its answers after that do not count: some programs end after writing their stack.
        """

    async def freeze(self) -> bool:
        """Stops it where it stands until `thaw`; False where this driver, on this host, cannot."""

    async def thaw(self) -> None:
        """It goes on. May be called at any time."""

    async def kill(self) -> Remains: ...


@runtime_checkable
class Listened(Protocol):
    """A box whose log is heard as it is written; of one in another process it is there at its end."""

    def listen(self, hear: Callable[[bytes], None]) -> None: ...


class Driver(Protocol):
    name: str
    container_runtime: str
    """What runs its containers, by the engine's name for it; empty: it has none."""

    def trouble(self) -> str | None:
        """Why this driver cannot run here and what to do about it; None: it can."""

    def isolation(self) -> Isolation:
        """How far the boxes that it makes here are kept apart. May take seconds once. Raises SandboxFault."""

    async def prepare(self, launch: Launch) -> Box: ...

    async def build(self, launch: Launch, within: float) -> Built:
        """Runs the bundle's build command over a writable copy of its files."""

    async def sweep(self) -> int:
        """How many leftovers were removed."""
