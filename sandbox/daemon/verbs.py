"""What a client may ask for: one method a verb, each with the answer's fields, descriptors and body."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import os
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Any, Final

from athanor_contract.bundle import BundleFault, Code, Packed
from athanorpb.isolation import Isolation
from sandbox.daemon import wire
from sandbox.daemon.admission import Admission, Holder
from sandbox.daemon.classes import BUILD, LONGEST_BUILD, LONGEST_START, MATCH, SlotClass, asked
from sandbox.daemon.connections import Received
from sandbox.daemon.sealed import Unsealed, sealed
from sandbox.daemon.slots import Slot, Undertaker
from sandbox.daemon.store import Store
from sandbox.daemon.wire import BadRequest, Head
from sandbox.interface import MOST_BUILDING, Driver, Launch, Party, RuntimeMissing, SandboxFault
from sandbox.pool import Health

MOST_STARTING: Final = 8
MOST_DELIVERING: Final = 2
"""At once, of all clients together; the others wait. A bundle that is read is held in memory, twice."""


@dataclasses.dataclass
class Answer:
    head: Head = dataclasses.field(default_factory=dict)
    descriptors: Sequence[int] = ()
    body: bytes = b""
    sent: Callable[[], None] = lambda: None
    """Called when it was, or could not be."""


@dataclasses.dataclass
class House:
    """What all connections share."""

    driver: Driver
    store: Store
    admission: Admission
    undertaker: Undertaker
    breaker: Callable[[], str]
    """The state of the engine's."""
    warm: Callable[[], Health]
    """What stands ready."""
    isolation: Isolation
    """Of the driver's boxes: to find it may take seconds, so that is done before anybody is served."""
    weaknesses: Sequence[str] = ()
    """Of the driver, as long as it runs."""
    is_ending: bool = False
    starting: asyncio.Semaphore = dataclasses.field(default_factory=lambda: asyncio.Semaphore(MOST_STARTING))
    building: asyncio.Semaphore = dataclasses.field(default_factory=lambda: asyncio.Semaphore(MOST_BUILDING))
    delivering: asyncio.Semaphore = dataclasses.field(default_factory=lambda: asyncio.Semaphore(MOST_DELIVERING))

    def health(self) -> Head:
        return {
            "version": wire.VERSION,
            "driver": self.driver.name,
            "container_runtime": self.driver.container_runtime,
            "isolation": self.isolation,
            "weaknesses": list(self.weaknesses),
            "breaker": self.breaker(),
            "ending": self.is_ending,
            "slots": self.admission.capacity,
            "used": self.admission.used,
            "waiting": self.admission.waiting,
            "warm": dataclasses.asdict(self.warm()),
            "unburied": self.undertaker.unburied,
            "bundles": len(self.store),
            "bundles_size": self.store.size,
        }


class Client:
    """One connection's slots, and what it asks for."""

    def __init__(self, house: House, process: int) -> None:
        self._house = house
        self._process = process
        self._slots: dict[int, Slot] = {}
        self._next = 1

    @property
    def holds_slots(self) -> bool:
        return bool(self._slots)

    def leave(self) -> None:
        """Its slots end; nobody waits for them here."""
        for slot in self._slots.values():
            self._house.undertaker.see_to(slot)
        self._slots.clear()

    async def answer(self, head: Head) -> Answer:
        """Raises BadRequest, SandboxFault and NotReady."""
        match head.get("verb"):
            case "health":
                return Answer(self._house.health())
            case "acquire":
                return await self._acquire(head)
            case "offer":
                return Answer({"have": wire.digest(head) in self._house.store})
            case "load":
                return await self._load(head)
            case "start":
                return await self._start(head)
            case "ready":
                await self._slot(head).box.wait_ready(wire.number(head, "within", 0, LONGEST_START))
                return Answer()
            case "stat":
                return Answer(dataclasses.asdict(self._slot(head).box.stats()))
            case "watch":
                await self._slot(head).box.watch()
                return Answer()
            case "withheld":
                return Answer(dataclasses.asdict(await self._slot(head).box.withheld()))
            case "stack":
                await self._slot(head).box.tell_stack()
                return Answer()
            case "freeze":
                return Answer({"frozen": await self._slot(head).box.freeze()})
            case "thaw":
                await self._slot(head).box.thaw()
                return Answer()
            case "destroy":
                return await self._destroy(head)
            case "build":
                return await self._build(head)
            case verb:
                raise BadRequest(f"there is no verb {str(verb)[:40]!r}")

    async def deliver(self, head: Head, received: Received) -> Answer:
        digest, store = wire.digest(head), self._house.store
        try:
            store.keep(await asyncio.to_thread(store.written, received.take(), digest))
        except (Unsealed, BundleFault) as problem:
            if isinstance(problem, BundleFault) and problem.code is Code.UNKNOWN_RUNTIME:
                raise RuntimeMissing(str(problem)) from problem
            raise BadRequest(f"what was delivered is no bundle: {problem}") from problem
        return Answer()

    def _slot(self, head: Head) -> Slot:
        number = wire.slot(head)
        if number not in self._slots:
            raise BadRequest(f"this connection has no slot {number}")
        return self._slots[number]

    async def _acquire(self, head: Head) -> Answer:
        wanted = asked(head.get("class"), head.get("limits"))
        if wanted.size != MATCH:
            raise BadRequest(f"a slot is of size {MATCH}; `build` takes the others")
        async with self._room(self._holder(head)) as keep:
            slot = Slot(wanted, self._house.driver, self._house.undertaker, keep(), wire.party(head))
        number, self._next = self._next, self._next + 1
        self._slots[number] = slot
        return Answer({"slot": number})

    def _holder(self, head: Head) -> Holder:
        if (party := wire.party(head)) is None:
            return Holder(self._process)
        # Names are the client's own: two workers may use the same.
        return Holder((self._process, party.name), party.seats)

    @contextlib.asynccontextmanager
    async def _room(self, holder: Holder) -> AsyncIterator[Any]:
        """Room for a slot; it is given back at the end, or by who calls for it to be kept."""
        admission = self._house.admission
        self._refuse_when_ending()
        await admission.take(holder)
        kept = False

        def keep() -> Any:
            nonlocal kept
            kept = True
            return lambda: admission.give_back(holder)

        try:
            self._refuse_when_ending()
            yield keep
        finally:
            if not kept:
                admission.give_back(holder)

    def _refuse_when_ending(self) -> None:
        if self._house.is_ending:
            raise SandboxFault("sandboxd is ending: nothing new is begun")

    async def _load(self, head: Head) -> Answer:
        slot = self._slot(head)
        with self._house.store.held(wire.digest(head)) as bundle:
            launch = _launch(bundle, slot.wanted, slot.party)
            async with self._house.starting:
                box = await slot.load(launch)
        return Answer({"isolation": box.isolation})

    async def _start(self, head: Head) -> Answer:
        async with self._house.starting:
            # Looked up now: it may have been destroyed while others started.
            box = self._slot(head).box
            await box.start()
        return Answer(descriptors=[box.line.fileno()])

    async def _destroy(self, head: Head) -> Answer:
        slot = self._slot(head)
        try:
            remains = await slot.destroy()
        finally:
            self._slots.pop(wire.slot(head), None)
        said = {**dataclasses.asdict(remains), "stats": dataclasses.asdict(slot.stats())}
        return Answer({**said, "log": len(remains.log), "bytes": len(remains.log)}, body=remains.log)

    async def _build(self, head: Head) -> Answer:
        wanted = asked(head.get("class"), head.get("limits"))
        if wanted.size != BUILD:
            raise BadRequest(f"`class` must be of size {BUILD}")
        within = wire.number(head, "within", 0, LONGEST_BUILD)
        with self._house.store.held(wire.digest(head)) as bundle:
            launch = _launch(bundle, wanted)
            async with self._room(self._holder(head)), self._house.building:
                return await self._built(launch, within)

    async def _built(self, launch: Launch, within: float) -> Answer:
        built = await self._house.driver.build(launch, within)
        log = built.log.encode(errors="replace")
        told = {"ok": built.ok, "reason": built.reason, "problem": built.problem, "code": built.code}
        head = {**told, "bytes": len(log)}
        if built.bundle is None:
            return Answer(head, body=log)
        descriptor = sealed(built.bundle.content())
        return Answer(head, [descriptor], log, partial(os.close, descriptor))


def _launch(bundle: Packed, wanted: SlotClass, party: Party | None = None) -> Launch:
    if bundle.manifest.runtime != wanted.runtime:
        raise BadRequest(f"the slot is for {wanted.runtime}, the bundle for {bundle.manifest.runtime}")
    return Launch(bundle, wanted.limits, party)
