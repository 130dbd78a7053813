"""Many matches through the worker's own path, a third of their seats hostile: `make soak MATCHES=500`.

Each match has one bot of the corpus and two house bots, in boxes of the real driver. Afterwards three things hold:
no match is void; the honest bots' results are those of the same match played without any sandbox, against somebody
who does what the hostile bot was seen to do; and nothing is left over of any box, on the machine or in this
process.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import io
import json
import os
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from arena.games.registry import game_named
from arena.house.catalogue import house_bots
from arena.referee.asking import Ask, Over, Welcome
from arena.referee.conduct import Answer, Failed, Out, Refusal, Reply
from arena.referee.driver import Finished, referee
from arena.referee.inprocess import InProcessPlayer, functions_of
from arena.referee.player import Absent, Player
from arena.replay.file import read as read_replay
from arena.replay.verification import verify
from arena.worker.environment import Settings
from arena.worker.farm import Farm
from arena.worker.matches import play
from athanor_contract.bundle import pack, read
from athanorpb.farm.values import Attempt, Clock, Entrant, MatchOrder, MatchRecord, SeatRecord
from tests.sandbox import corpus
from tests.sandbox.corpus import HOSTILE, Attack
from tests.sandbox.siege import AGAIN, STALLED
from tests.waiting import far_deadline

GAME: Final = "poison"
HONEST: Final = ("greedy", "random")
SEATS: Final = 1 + len(HONEST)
CLOCK: Final = Clock(startup=60_000, bank=20_000, increment=50, move_cap=4_000, match_cap=300_000)
KEY: Final = bytes(range(32))
TOGETHER: Final = 2
"""Matches at a time, as a worker of two processes plays them."""


@dataclass(slots=True)
class Report:
    matches: int = 0
    seconds: float = 0.0
    verdicts: Counter[str] = field(default_factory=Counter)
    again: int = 0
    """Played again, as the site has it: the host stalled. A bot that feigns it does so every time."""
    void: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    descriptors: tuple[int, int] = (0, 0)
    """Of this process: after the first matches, and after the last."""
    memory: tuple[int, int] = (0, 0)
    """Bytes resident, at the same moments."""

    @property
    def is_good(self) -> bool:
        grown = self.descriptors[1] - self.descriptors[0]
        return not (self.void or self.wrong or self.left) and grown <= 4

    def told(self) -> str:
        return json.dumps(
            {
                "matches": self.matches,
                "seconds": round(self.seconds, 1),
                "hostile": dict(self.verdicts),
                "again": self.again,
                "void": self.void,
                "wrong": self.wrong,
                "left": self.left,
                "descriptors": self.descriptors,
                "memory_mib": [size >> 20 for size in self.memory],
            },
            indent=2,
        )


def attacks(driver: str) -> list[Attack]:
    """Those that need nothing of the machine set up around them, and no walls or clocks of their own."""
    found = [corpus.attack_named(name, driver) for name in corpus.names()]
    return [attack for attack in found if not (attack.build or attack.warm or attack.host or attack.limits)]


def soaked(farm: Farm, matches: int, *, first: int = 0, progress: bool = False) -> Report:
    report = Report()
    before = set(leftovers(farm))
    asyncio.run(_all(farm, range(first, first + matches), report, progress=progress))
    report.left = sorted(set(leftovers(farm)) - before)
    return report


async def _all(farm: Farm, numbers: range, report: Report, *, progress: bool) -> None:
    began = asyncio.get_running_loop().time()
    chosen = attacks(farm.driver.name)
    gate = asyncio.Semaphore(TOGETHER)

    async def one(number: int) -> None:
        async with gate:
            await _one(farm, number, chosen[number % len(chosen)], report)
            report.matches += 1
        if progress and report.matches % 25 == 0:
            wrong = [*report.void, *report.wrong]
            sys.stderr.write(f"{report.matches} matches, {len(wrong)} not right {wrong[-1:]}\n")

    # What is made once, as the tree of a runtime and the lines to an engine, is there after the first of them.
    settled = min(10, len(numbers) // 2)
    await asyncio.gather(*(one(number) for number in numbers[:settled]))
    begun = descriptors(), resident()
    await asyncio.gather(*(one(number) for number in numbers[settled:]))
    report.descriptors, report.memory = (begun[0], descriptors()), (begun[1], resident())
    report.seconds = asyncio.get_running_loop().time() - began


async def _one(farm: Farm, number: int, attack: Attack, report: Report) -> None:
    place = number % SEATS
    bundles = [house(farm, name) for name in HONEST]
    bundles.insert(place, hostile(farm, attack))
    order = MatchOrder(
        match=f"soak-{number}",
        game=GAME,
        options={},
        seed=f"{number:064x}",
        clock=CLOCK,
        seats=tuple(Entrant(f"author/bot{seat}", 1, bundle) for seat, bundle in enumerate(bundles)),
        deadline=far_deadline(),
    )
    record = await play(order, farm)
    for attempt in range(2, 2 + AGAIN):
        if record.outcome == "finished" or STALLED not in record.reason:
            break
        report.again += 1
        record = await play(dataclasses.replace(order, attempt=Attempt(attempt)), farm)
    label = f"match {number} against {attack.name}"
    if record.outcome != "finished":
        report.void.append(f"{label}: {record.reason}")
        return
    seat = record.seats[place]
    report.verdicts[seat.out or corpus.PLAYS_ON] += 1
    if not (attack.clock or attack.twin_clock) and attack.expected.verdict != (seat.out or corpus.PLAYS_ON):
        report.wrong.append(f"{label}: it was {seat.out or corpus.PLAYS_ON} ({seat.out_detail})")
    report.wrong += [f"{label}: {problem}" for problem in await _unlike(order, record, place, farm)]


async def _unlike(order: MatchOrder, record: MatchRecord, place: int, farm: Farm) -> list[str]:
    """What is not as it is without a sandbox."""
    wrong = [
        f"seat {seat}, an honest one, was {account.out} ({account.out_detail})"
        for seat, account in enumerate(record.seats)
        if seat != place and (account.out or account.strikes)
    ]
    replay = read_replay(farm.store.get(record.replay))
    if (difference := verify(replay)) is not None:
        wrong.append(f"its replay differs: {difference}")
    players: list[Player] = [InProcessPlayer(functions_of(house_bots(GAME)[name])) for name in HONEST]
    players.insert(place, seen(record.seats[place]))
    again = await referee(order, game_named(GAME), players)
    if not isinstance(again, Finished):
        return [*wrong, f"it cannot be played again: {again.reason}"]
    if (again.result.scores, again.result.ranks) != (record.scores, record.ranks):
        wrong.append(f"{record.scores} {record.ranks}, and without it {again.result.scores} {again.result.ranks}")
    return wrong


def seen(account: SeatRecord) -> Player:
    """Somebody who does what the hostile bot was seen to do: its first answers, and its end."""
    if account.out == Out.NEVER_READY:
        return Absent(Failed(Out.NEVER_READY))
    return Double(account.answers, Out(account.out) if account.out else None)


class Double:
    def __init__(self, answers: int, out: Out | None) -> None:
        self.startup = 0.0
        self._answers = answers
        self._out = out

    async def welcome(self, welcome: Welcome) -> Failed | None:
        return None

    async def ask(self, ask: Ask) -> Reply:
        if self._answers == 0 and self._out is not None:
            return Failed(self._out)
        self._answers -= 1
        return Answer(ask.number, 0)

    async def refused(self, refusal: Refusal) -> Reply:
        raise AssertionError(f"what is first in the list is legal: {refusal}")

    async def over(self, over: Over) -> None:
        """It has heard."""

    async def close(self) -> None:
        """Nothing was opened."""

    def cpu(self) -> float | None:
        return None

    def waited(self) -> float | None:
        return None


# --- bundles


def house(farm: Farm, name: str) -> str:
    path = house_bots(GAME)[name]
    return farm.store.put(pack(read(path.read_bytes(), path.name)))


def hostile(farm: Farm, attack: Attack) -> str:
    files = {path.name: path.read_bytes() for path in (*HOSTILE.glob("*.py"), *attack.folder.glob("*.py"))}
    lines = attack.protocol != "sdk"
    speaks = {"sdk": "", "stdio": 'protocol = "stdio"\n', "grpc": 'protocol = "grpc"\n'}[attack.protocol]
    command = 'command = ["python3", "bot.py"]\n' if lines else 'main = "bot.py"\n'
    told = f'name = "{attack.name}"\ngames = ["{GAME}"]\nruntime = "python"\n{command}{speaks}'
    return farm.store.put(pack(read(zipped({"bot.toml": told.encode(), **files}), "bot.zip")))


def zipped(files: Mapping[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return content.getvalue()


# --- what is left


def leftovers(farm: Farm) -> Iterator[str]:
    """Folders, cgroups, mounts, containers and processes of boxes of this farm, and our own children."""
    state = farm.settings.state
    home: Path = getattr(farm.driver, "home", state)
    yield from (f"folder {path}" for path in home.glob("boxes/*/*"))
    leases = getattr(farm.driver, "_leases", None)
    if leases is not None:
        yield from (f"cgroup {path}" for path in Path("/sys/fs/cgroup").glob(f"*/athanor-{leases.label}-*"))
        yield from (f"process {path.parent}" for path in Path("/proc").glob("[0-9]*/cmdline")
                    if leases.label.encode() in _bytes(path))  # fmt: skip
    mounts = Path("/proc/self/mountinfo").read_text()
    yield from (f"mount {line}" for line in mounts.splitlines() if str(home) in line)
    for task in Path("/proc/self/task").iterdir():
        yield from (f"child {child}" for child in (task / "children").read_text().split())
    engine: Any = getattr(farm.driver, "engine", None)
    if farm.driver.name == "docker" and leases is not None:
        mine = {"label": f"athanor.home={leases.label}"}
        for known in engine.ask("list containers", lambda client: client.containers(all=True, filters=mine)):
            yield f"container {known['Id']}"


def _bytes(path: Path) -> bytes:
    with contextlib.suppress(OSError):
        return path.read_bytes()
    return b""


def descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def farm_in(folder: Path, driver: str) -> Farm:
    return Farm(Settings("soak", "", folder / "blobs", KEY, driver, folder / "state"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="the number of the first match, and so its attack")
    parser.add_argument("--sandbox", default="auto")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="athanor-soak-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        report = soaked(
            farm_in(folder, arguments.sandbox), arguments.matches, first=arguments.first, progress=True
        )
    sys.stdout.write(f"{report.told()}\n")
    return 0 if report.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
