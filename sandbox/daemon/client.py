"""The driver `sandboxd`: boxes of another process, which alone touches what a box is made of.

A box is a connection of its own: when it is closed, by us or by our death, its slot is destroyed. What fails on
the way is our fault and never the bot's, and so is every end of a bot whose daemon is not there to tell of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
import socket
from pathlib import Path
from typing import Any, Final

from athanor_contract.bundle import BundleFault, Packed
from athanor_contract.bundle.packing import LARGEST
from athanorpb.isolation import Isolation, isolation_of
from sandbox import waits
from sandbox.daemon import wire
from sandbox.daemon.admission import PATIENCE
from sandbox.daemon.calls import Answer, Call, UnknownBundle, called, called_now
from sandbox.daemon.classes import BUILD, MATCH, lower
from sandbox.daemon.sealed import Unsealed, content_of, sealed
from sandbox.daemon.settings import socket_path
from sandbox.drivers import DAEMON
from sandbox.interface import Built, Launch, Remains, SandboxFault, Stats, Withheld

NOTHING: Final = Stats(None, None, None)
QUICK: Final = 10.0
SLOW: Final = 60.0
"""Seconds for what the daemon does by itself, and for what an engine does for it: with its own deadlines."""
STANDING_STILL: Final = 1.0
"""Seconds for what is asked by ordinary code: all the matches of this process stand still meanwhile."""


class Sandboxd:
    def __init__(self, path: Path | None = None) -> None:
        self.path = path or socket_path()
        self.name = "sandboxd"
        self.container_runtime = ""
        """Once it has answered, both are those of the driver that it runs: what bots are in."""

    def health(self) -> wire.Head:
        """Raises SandboxFault."""
        with contextlib.closing(called_now(self.path)) as call:
            head = call.ask_now({"verb": "health"}, QUICK).head
        if head.get("version") != wire.VERSION:
            raise SandboxFault(f"the sandboxd at {self.path} is of another version: restart it")
        self.name, self.container_runtime = str(head["driver"]), str(head["container_runtime"])
        return head

    def trouble(self) -> str | None:
        try:
            self.health()
        except SandboxFault as problem:
            return (
                f"{problem}. Start it (python -m sandbox.daemon --help), or name its socket by"
                f" {DAEMON}; its log says why it does not run"
            )
        return None

    def isolation(self) -> Isolation:
        return isolation_of(str(self.health()["isolation"]))

    def weaknesses(self) -> list[str]:
        breaker = self.health()["breaker"]
        return [f"its engine fails and is left alone: the breaker is {breaker}"] if breaker != "closed" else []

    async def prepare(self, launch: Launch) -> RemoteBox:
        call = await self._delivered(launch.bundle)
        try:
            asked = {
                "verb": "acquire",
                "class": f"{launch.runtime}/{MATCH}",
                "limits": lower(launch.limits, MATCH),
                **_party(launch),
            }
            slot = (await call.ask(asked, PATIENCE + SLOW)).head["slot"]
            load = {"verb": "load", "slot": slot, "digest": launch.bundle.digest}
            loaded = await _with_bundle(call, load, launch.bundle, SLOW)
        except BaseException:
            call.close()
            raise
        return RemoteBox(call, slot, isolation_of(str(loaded.head["isolation"])))

    async def build(self, launch: Launch, within: float) -> Built:
        call = await self._delivered(launch.bundle)
        with contextlib.closing(call):
            asked = {
                "verb": "build",
                "class": f"{launch.runtime}/{BUILD}",
                "limits": lower(launch.limits, BUILD),
                "digest": launch.bundle.digest,
                "within": within,
                **_party(launch),
            }
            # Builds wait for each other.
            answer = await _with_bundle(call, asked, launch.bundle, 3 * within + PATIENCE + SLOW)
        log, left = bytes(answer.body).decode(errors="replace"), await asyncio.to_thread(_left, answer)
        return Built(**{**_fields(answer.head), "log": log, "bundle": left})

    async def sweep(self) -> int:
        """Its own start is when it sweeps."""
        return 0

    async def _delivered(self, bundle: Packed) -> Call:
        """A connection to a daemon that has the bundle."""
        call = await called(self.path)
        try:
            if not (await call.ask({"verb": "offer", "digest": bundle.digest}, QUICK)).head["have"]:
                await _deliver(call, bundle)
        except BaseException:
            call.close()
            raise
        return call


class RemoteBox:
    def __init__(self, call: Call, slot: int, isolation: Isolation) -> None:
        self.isolation = isolation
        self._call = call
        self._slot = slot
        self._line: socket.socket | None = None
        self._is_started = False
        self._last = NOTHING
        self._remains: Remains | None = None
        self._ending: asyncio.Future[Remains] | None = None

    @property
    def line(self) -> socket.socket:
        assert self._line is not None, "a box has a line once it was started"
        return self._line

    async def start(self) -> None:
        if self._is_started or self._ending is not None:
            raise SandboxFault("a box is started once: one box, one bot, one match")
        self._is_started = True
        answer = await self._call.ask({"verb": "start", "slot": self._slot}, SLOW)
        if len(answer.descriptors) != 1:
            raise SandboxFault("sandboxd gave no line to the bot")
        self._line = socket.socket(fileno=answer.descriptors[0])

    async def wait_ready(self, within: float) -> None:
        if self._line is None:
            raise SandboxFault("a box is waited for after it was started")
        # A busy machine is waited for, but not for ever.
        late = max(waits.HARDEST * within, waits.PATIENT)
        await self._call.ask({"verb": "ready", "slot": self._slot, "within": within}, within + late + QUICK)

    async def watch(self) -> None:
        await self._call.ask({"verb": "watch", "slot": self._slot}, QUICK)

    async def withheld(self) -> Withheld:
        said = (await self._call.ask({"verb": "withheld", "slot": self._slot}, QUICK)).head
        return Withheld(said["ms"], said["evidence"], said["used"])

    async def tell_stack(self) -> None:
        if self._remains is None:
            await self._call.ask({"verb": "stack", "slot": self._slot}, QUICK)

    async def freeze(self) -> bool:
        if self._remains is not None:
            return False
        answer = await self._call.ask({"verb": "freeze", "slot": self._slot}, QUICK)
        return bool(answer.head["frozen"])

    async def thaw(self) -> None:
        if self._remains is None:
            await self._call.ask({"verb": "thaw", "slot": self._slot}, QUICK)

    def stats(self) -> Stats:
        if self._remains is None and self._line is not None:
            answer = self._call.ask_now({"verb": "stat", "slot": self._slot}, STANDING_STILL)
            self._last = Stats(**_fields(answer.head))
        return self._last

    def hang_up(self) -> None:
        """Leaves it to the daemon to end what is at the other end."""
        self._call.close()
        if self._line is not None:
            self._line.close()

    async def kill(self) -> Remains:
        """Asked once: after that the connection is closed."""
        if self._ending is None:
            self._ending = asyncio.ensure_future(self._destroyed())
            # Its failure is for who waits for it: the daemon ends what is at the other end in any case.
            self._ending.add_done_callback(lambda ending: ending.cancelled() or ending.exception())
        return await asyncio.shield(self._ending)

    async def _destroyed(self) -> Remains:
        try:
            answer = await self._call.ask({"verb": "destroy", "slot": self._slot}, SLOW)
        finally:
            self.hang_up()
        told = _fields(answer.head)
        self._last = Stats(**told.pop("stats"))
        self._remains = Remains(**{**told, "log": bytes(answer.body)})
        return self._remains


async def _with_bundle(call: Call, asked: dict[str, Any], bundle: Packed, within: float) -> Answer:
    """The answer to what needs the bundle, which may have gone from the store meanwhile."""
    try:
        return await call.ask(asked, within)
    except UnknownBundle:
        await _deliver(call, bundle)
    try:
        return await call.ask(asked, within)
    except UnknownBundle:
        raise SandboxFault("sandboxd does not keep what is delivered to it") from None


async def _deliver(call: Call, bundle: Packed) -> None:
    content = await asyncio.to_thread(bundle.content)
    try:
        descriptor = sealed(content)
    except OSError as error:
        raise SandboxFault(f"the bundle could not be handed over: {error}") from error
    try:
        await call.ask({"verb": "deliver", "digest": bundle.digest}, 2 * SLOW, descriptor)
    finally:
        os.close(descriptor)


def _left(answer: Answer) -> Packed | None:
    """What a build left, in whose answer it came. Raises SandboxFault."""
    if not answer.descriptors:
        return None
    try:
        return Packed.read(content_of(answer.descriptors.pop(), LARGEST))
    except (Unsealed, BundleFault) as problem:
        raise SandboxFault(f"what the build left could not be read: {problem}") from problem


def _party(launch: Launch) -> dict[str, Any]:
    party = launch.party
    return {} if party is None else {"party": dataclasses.asdict(party)}


def _fields(head: wire.Head) -> dict[str, Any]:
    return {name: value for name, value in head.items() if name not in ("id", "bytes", "descriptors")}
