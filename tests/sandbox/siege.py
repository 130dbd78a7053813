"""One hostile bot played against, behind one set of walls: what it came to, and what it left on the machine."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import errno
import json
import os
import signal
import socket
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from arena.blobs.store import FolderStore
from arena.games.registry import game_named
from arena.referee.conduct import Note, Void
from arena.referee.driver import referee
from arena.referee.inprocess import Functions, InProcessPlayer
from arena.worker.resting import Freeze
from arena.worker.table import Chair
from athanor_contract.limits.sandbox import Limits
from athanorpb.farm.values import Clock, Entrant, MatchOrder
from sandbox import cgroup_tree
from sandbox.cgroups import Group
from sandbox.drivers.bubblewrap import NAME, Bubblewrap
from sandbox.drivers.docker import Docker
from sandbox.interface import Box, Driver, Launch, SandboxFault
from sandbox.pool import Pool
from sandbox.walls import without
from tests.sandbox.calm import Calm
from tests.sandbox.corpus import PLAYS_ON, Attack, Expected, agrees
from tests.sandbox.ground import Ground, Stored
from tests.sandbox.playing import building
from tests.sandbox.surroundings import PLAIN, bundle_beside, bundle_of, outside, share_heard
from tests.waiting import far_deadline, reached, until

SEATS: Final = 3
SECRET: Final = "the-secret-of-the-worker"
AGAIN: Final = 4
STALLED: Final = "the host stalled"
QUICK: Final = Clock(startup=120_000, bank=20_000, increment=50, move_cap=120_000, match_cap=720_000)


@dataclass(slots=True)
class Outcome:
    verdict: str
    sentence: str = ""
    reports: dict[str, Any] = field(default_factory=dict)
    log: bytes = b""
    left: list[str] = field(default_factory=list)

    def unlike(self, expected: Expected) -> list[str]:
        """What is not as it was to be."""
        wrong = []
        if expected.verdict is not None and self.verdict != expected.verdict:
            wrong.append(f"verdict: {self.verdict} ({self.sentence}), not {expected.verdict}")
        told = self.sentence if self.sentence else self.log.decode(errors="replace")
        if expected.sentence and expected.sentence not in told:
            wrong.append(f"sentence: {told[-400:]!r} does not say {expected.sentence!r}")
        for name, bound in expected.reports.items():
            if not agrees(bound, self.reports.get(name)):
                wrong.append(f"{name}: {self.reports.get(name)!r}, not {bound!r}")
        if expected.log_most is not None and len(self.log) > expected.log_most:
            wrong.append(f"its log: {len(self.log)} bytes, more than {expected.log_most}")
        if bool(self.left) != expected.leaves:
            wrong.append(f"left on the machine: {self.left}")
        return wrong


class Watched:
    """A driver whose boxes are remembered, with the limits of the attack."""

    def __init__(self, driver: Bubblewrap | Docker, limits: Limits, ground: Ground) -> None:
        self.driver = driver
        self.name = driver.name
        self.limits = limits
        self.ground = ground
        self.stored = Stored(driver) if isinstance(driver, Docker) else None
        self.boxes: list[Any] = []
        self.containers: list[str] = []

    async def prepare(self, launch: Launch) -> Box:
        box: Box = self._noted(await self.driver.prepare(dataclasses.replace(launch, limits=self.limits)))
        return box

    async def stand(self, runtime: str, limits: Limits) -> Any:
        return self._noted(await self.driver.stand(runtime, limits))

    def _noted(self, box: Any) -> Any:
        self.boxes.append((box, box._lease.id, box._lease.uid))
        if self.stored is not None:
            self.containers.append(box._container)
            self.stored.note(box._container)
        return box

    def __getattr__(self, name: str) -> Any:
        return getattr(self.driver, name)


def driver_of(kind: str, state: Path, missing: tuple[str, ...]) -> Bubblewrap | Docker:
    assert not {"own_user", "own_processes"} <= set(missing) or "kill_everybody" not in missing
    return (Bubblewrap if kind == "bubblewrap" else Docker)(state, without(*missing))


async def besieged(attack: Attack, kind: str, state: Path, *, twin: bool = False) -> Outcome:
    """Again where the host stalled, as a void match is played again: who has it stall has it every time."""
    outcome = await _once(attack, kind, state, twin=twin)
    for _ in range(AGAIN):
        if outcome.left or outcome.verdict != "void" or STALLED not in outcome.sentence:
            break
        outcome = await _once(attack, kind, state, twin=twin)
    return outcome


async def _once(attack: Attack, kind: str, state: Path, *, twin: bool) -> Outcome:
    with Ground(state) as ground:
        driver = driver_of(kind, ground.folder, attack.twin_without if twin else ())
        return await _besieged(attack, Watched(driver, Limits(**attack.limits), ground), twin=twin)


async def _besieged(attack: Attack, watched: Watched, *, twin: bool) -> Outcome:
    await asyncio.to_thread(_lay_out, watched)
    with tempfile.TemporaryDirectory(prefix="athanor-siege-") as name:
        folder = Path(name)
        with outside(attack, folder, tame=twin and attack.twin_tame):
            clock = dataclasses.replace(QUICK, **{**attack.clock, **(attack.twin_clock if twin else {})})
            if attack.build:
                outcome = await _built(attack, watched, folder)
            else:
                outcome = await _played(attack, watched, folder, clock)
    outcome.left = await asyncio.to_thread(_left, watched, is_to_leave=twin and attack.twin.leaves)
    return outcome


def _lay_out(watched: Watched) -> None:
    """What a driver makes once, and keeps; all else is to be as it is from now on."""
    driver = watched.driver
    if isinstance(driver, Docker):
        driver.image("python")
    else:
        driver.tree("python")
        driver.engine()
    driver._leases.folder.mkdir(parents=True)
    watched.ground.reckon()


async def _played(attack: Attack, driver: Watched, folder: Path, clock: Clock) -> Outcome:
    """A match against two who take the first action there is, through the worker's chair and the referee."""
    order = MatchOrder(
        match=attack.name,
        game="poison",
        options={},
        seed="5a" * 32,
        clock=clock,
        seats=tuple(Entrant(f"author/bot{seat}", 1, "") for seat in range(SEATS)),
        deadline=far_deadline(),
    )
    store = FolderStore(folder / "blobs")
    async with _supplied(attack, driver) as supply:
        chair = Chair(supply, bundle_of(attack, folder), clock, Freeze.AUTO)
        neighbour = bundle_beside(attack, folder)
        beside = [] if neighbour is None else [Chair(supply, neighbour, clock, Freeze.NEVER)]
        seen: dict[str, Any] = {}
        try:
            for other in beside:
                await other.open()
            async with _looking_in(attack, driver, seen):
                await chair.open()
            others = [InProcessPlayer(Functions(lambda ask: 0)) for _ in range(SEATS - 1 - len(beside))]
            players = [chair.player, *(other.player for other in beside), *others]
            # As the worker has it: what this host keeps from a bot is granted, and too much of it is void.
            host = None if chair.host is None else Calm(chair.host)
            hosts = [host, *[None] * (SEATS - 1)]
            finished = await referee(order, game_named("poison"), players, hosts=hosts)
            if host is not None and "withheld" in attack.expected.reports:
                seen["withheld"] = host.most
            seen["throttled"] = any(
                box._group is not None and box._group.throttled_ms() for box, *_ in driver.boxes
            )
        except SandboxFault as problem:
            return Outcome("void", str(problem))
        finally:
            for seat in (chair, *beside):
                with contextlib.suppress(SandboxFault):
                    await seat.close()
    if isinstance(finished, Void):
        return Outcome("void", finished.reason, log=chair.log)
    account = chair.account(finished.seats[0], store)
    reports = {**_told(chair.notes), **seen}
    if beside:
        reports["heard"] = share_heard(str(reports.get("heard")))
    return Outcome(account.out or PLAYS_ON, account.out_detail, reports, chair.remains.log)


@asynccontextmanager
async def _supplied(attack: Attack, driver: Watched) -> AsyncIterator[Driver]:
    if not attack.warm:
        yield driver
        return
    pool = Pool(driver, 1, busy=lambda: False)
    try:
        await pool.full()
        yield pool
    finally:
        await pool.close()


def _told(notes: list[Note]) -> dict[str, Any]:
    for note in notes:
        with contextlib.suppress(ValueError):
            told = json.loads(note.text)
            if isinstance(told, dict):
                return told
    return {}


@asynccontextmanager
async def _looking_in(attack: Attack, driver: Watched, found: dict[str, Any]) -> AsyncIterator[None]:
    """Where there is a decoy: what somebody comes to who connects to the bot's socket by its name."""
    if not attack.host.get("decoy"):
        yield
        return
    looking = asyncio.create_task(_connected(driver))
    yield
    found["naive"] = await looking


async def _connected(driver: Watched) -> str:
    def outcome() -> str:
        with contextlib.suppress(AssertionError, IndexError), socket.socket(socket.AF_UNIX) as line:
            try:
                line.connect(f"/proc/self/fd/{driver.boxes[0][0].held_folder}/bot.sock")
            except FileNotFoundError:
                return ""
            except OSError as error:
                return errno.errorcode[error.errno or 0]
            return "done"
        return ""

    return await reached(outcome, "a socket of the bot's name")


async def _built(attack: Attack, driver: Watched, folder: Path) -> Outcome:
    launch = building(folder / "bundle", "python", PLAIN, driver.limits)
    inner: Any = driver.driver
    made = inner._box if isinstance(inner, Bubblewrap) else inner._prepared

    def noted(*arguments: Any) -> Any:
        return driver._noted(made(*arguments))

    setattr(inner, made.__name__, noted)
    try:
        done = await driver.driver.build(launch, attack.within)
    except SandboxFault as problem:
        return Outcome("void", str(problem))
    said = {"failed": "build failed", "timeout": "build timed out", "too-big": "build too big"}
    return Outcome("built" if done.ok else said.get(done.reason, done.reason), log=done.log.encode())


# --- the machine afterwards


def _folders(driver: Bubblewrap | Docker) -> list[str]:
    return [path.name for path in (driver.home / "boxes" / driver.name).glob("*")]


def _left(watched: Watched, *, is_to_leave: bool) -> list[str]:
    """Once what is ending has ended; what is left then is removed, so that the next one starts clean."""

    def is_settled() -> bool:
        return not any(_traces(watched)) or (is_to_leave and _stays(watched))

    with contextlib.suppress(AssertionError):
        until(is_settled, "nothing to be left")
    if found := list(_traces(watched)):
        _clean_up(watched)
    return found


def _stays(watched: Watched) -> bool:
    """Whether a process is left that nothing has killed: after the box has ended nothing will."""
    for pid in (pid for _, _, uid in watched.boxes for pid in processes_of(uid, watched)):
        with contextlib.suppress(OSError):
            told = dict(line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
            pending = int(told["SigPnd"], 16) | int(told["ShdPnd"], 16)
            if told["State"][0] not in "ZX" and not pending & 1 << signal.SIGKILL - 1:
                return True
    return False


def _traces(watched: Watched) -> Iterator[str]:
    yield from watched.ground.traces()
    mounted = Path("/proc/self/mountinfo").read_text()
    for _, name, uid in watched.boxes:
        yield from (f"cgroup {path}" for path in _groups(watched.driver, name))
        yield from (f"mount {line}" for line in mounted.splitlines() if name in line)
        yield from (f"process {pid}" for pid in processes_of(uid, watched))
        if name in _folders(watched.driver):
            yield f"folder {name}"
    if isinstance(watched.driver, Docker):
        names = {name for _, name, _ in watched.boxes}
        for known in watched.driver.engine.ask("list containers", lambda client: client.containers(all=True)):
            if known["Labels"].get("athanor.box") in names:
                yield f"container {known['Id']}"
        # Unlike a glob it does not mind what goes meanwhile.
        groups = [f"{where}/{name}" for where, below, _ in os.walk("/sys/fs/cgroup") for name in below]
        yield from (f"cgroup {group}" for group in groups if any(map(group.count, watched.containers)))
        if watched.stored is not None:
            yield from watched.stored.traces()


def _groups(driver: Bubblewrap | Docker, name: str) -> Iterator[Path]:
    if isinstance(driver, Bubblewrap) and cgroup_tree.trouble() is None:
        for parent in cgroup_tree.tree().parents.values():
            if (path := parent / f"{NAME}{driver._leases.label}-{name}").exists():
                yield path


def processes_of(uid: int, watched: Watched) -> list[int]:
    """Of the box's user, wherever they went; but not those of a box of somebody else who has the same number."""
    ours = {*(name for _, name, _ in watched.boxes), *filter(None, watched.containers)}
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if path.stat().st_uid == uid and not _is_elsewhere(path, ours):
                found.append(int(path.name))
    return found


def _is_elsewhere(process: Path, ours: set[str]) -> bool:
    """By its cgroup; what bubblewrap has outside of a box has the box's name among its words."""
    told = (process / "cgroup").read_text() + (process / "cmdline").read_text(errors="replace")
    in_a_box = "athanor-" in told or "/docker/" in told
    return in_a_box and not any(name in told for name in ours)


def _clean_up(watched: Watched) -> None:
    for box, name, uid in watched.boxes:
        for pid in processes_of(uid, watched):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if isinstance(watched.driver, Bubblewrap):
            group = Group.named(f"{NAME}{watched.driver._leases.label}-{name}")
            group.kill()
            group.remove()
        box._lease.release()
