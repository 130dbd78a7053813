"""What a client may ask for: one method a verb, each with the answer's fields, descriptors and body."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import IO, Any, Final

from athanorpb.isolation import Isolation
from sandbox.daemon import wire
from sandbox.daemon.admission import Admission, Holder
from sandbox.daemon.classes import BUILD, LONGEST_BUILD, LONGEST_START, MATCH, SlotClass, asked
from sandbox.daemon.connections import reading
from sandbox.daemon.parcels import BadParcel, Program, pack
from sandbox.daemon.slots import Slot, Undertaker
from sandbox.daemon.store import Kept, Store
from sandbox.daemon.wire import BadRequest, Head
from sandbox.interface import MOST_BUILDING, Driver, Launch, Party, SandboxFault
from sandbox.pool import Health

MOST_STARTING: Final = 8
MOST_DELIVERING: Final = 4
"""At once, of all clients together; the others wait."""


@dataclasses.dataclass
class Answer:
    head: Head = dataclasses.field(default_factory=dict)
    descriptors: Sequence[int] = ()
    body: Sequence[bytes] | AsyncIterator[bytes] = ()


@dataclasses.dataclass
class House:
    """What all connections share."""

    driver: Driver
    store: Store
    admission: Admission
    undertaker: Undertaker
    folder: Path
    """For what lies on the disk for a moment."""
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
            "parcels": len(self.store),
            "parcels_size": self.store.size,
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

    async def deliver(self, digest: str, draft: IO[bytes]) -> Answer:
        try:
            kept = await asyncio.to_thread(self._house.store.lay_out, draft, digest)
        except BadParcel as problem:
            raise BadRequest(f"what was delivered is no parcel: {problem}") from problem
        self._house.store.keep(digest, kept)
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
        with self._house.store.held(wire.digest(head)) as kept:
            launch = _launch(kept, slot.wanted, slot.party)
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
        return Answer({**said, "log": len(remains.log), "bytes": len(remains.log)}, body=[remains.log])

    async def _build(self, head: Head) -> Answer:
        wanted = asked(head.get("class"), head.get("limits"))
        if wanted.size != BUILD:
            raise BadRequest(f"`class` must be of size {BUILD}")
        within = wire.number(head, "within", 0, LONGEST_BUILD)
        with self._house.store.held(wire.digest(head)) as kept:
            launch = _launch(kept, wanted)
            async with self._room(self._holder(head)), self._house.building:
                return await self._built(launch, within)

    async def _built(self, launch: Launch, within: float) -> Answer:
        folder = Path(tempfile.mkdtemp(prefix="build-", dir=self._house.folder))
        try:
            built = await self._house.driver.build(launch, folder / "built", within)
            log = built.log.encode(errors="replace")
            head = {**dataclasses.asdict(built), "log": len(log)}
            if not built.ok:
                return Answer({**head, "bytes": len(log)}, body=[log])
            with contextlib.ExitStack() as stack:
                draft = stack.enter_context(self._house.store.draft())
                packed = await asyncio.to_thread(pack, folder / "built", Program.of(launch), draft)
                draft.seek(0)
                body = _built_body(log, draft, stack.pop_all())
            return Answer({**head, "bytes": len(log) + packed.size}, body=body)
        except BadParcel as problem:
            raise SandboxFault(f"what the build left could not be packed: {problem}") from problem
        finally:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


async def _built_body(log: bytes, draft: IO[bytes], closing: contextlib.ExitStack) -> AsyncIterator[bytes]:
    with closing:
        yield log
        async for piece in reading(draft):
            yield piece


def _launch(kept: Kept, wanted: SlotClass, party: Party | None = None) -> Launch:
    program = kept.program
    if program.runtime != wanted.runtime:
        raise BadRequest(f"the slot is for {wanted.runtime}, the parcel for {program.runtime}")
    return Launch(kept.folder / "files", program.runtime, program.command, program.protocol, wanted.limits, party)
