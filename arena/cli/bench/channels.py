"""What two boxes can tell each other through what they share.

Random bits are sent through each covert channel (`covert/`); the share of them that the other box has right is
what it learned. Half of them is what a coin has right. The twins are boxes without the walls that close the
channels: what they hear shows that there is a channel, and that the walls close it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import resources
from itertools import zip_longest
from pathlib import Path
from typing import Final

from arena.cli.bench.bare import Spoken
from arena.cli.bench.lines import CannotRun, Compared, Figures, Uncompared, cost
from arena.cli.bench.lines import Line as Row
from arena.cli.bench.measure import Effort
from arena.referee.line import End, Line
from athanor_contract.bundle import Bundle, Packed
from athanor_contract.bundle.manifest import FILE, Manifest, written
from athanorpb.isolation import Isolation
from athanorpb.v1 import bot_pb2
from sandbox.drivers.bubblewrap import Bubblewrap
from sandbox.drivers.docker import Docker
from sandbox.interface import Driver, Launch
from sandbox.walls import Walls, without

BITS: Final = 8_000
READY: Final = 60.0
PROGRAMS: Final = "arena.cli.bench.covert"
COMMAND: Final = ("python3", "-P", "-m", "athanor_bot", "bot.py")


@dataclass(frozen=True, slots=True)
class Channel:
    name: str
    turn: int
    """Bits that are said before the other box listens."""
    walls: frozenset[str]
    """That close it."""
    later: bool = False
    """Whether the last turn, at least, is heard when the box that spoke has gone."""
    takes_shared_devices: bool = False

    def is_open_without_walls(self, driver: Driver) -> bool:
        """The engine gives each container devices of its own, whatever our walls."""
        return not (self.takes_shared_devices and driver.name == "docker")


FILES: Final = frozenset({"own_files", "no_cache_calls", "no_file_locks"})
FIGURES: Final = frozenset({"hidden_facts", "no_machine_figures"})
CHANNELS: Final = (
    Channel("pages that are mapped", BITS // 2, FILES),
    Channel("who waits at a word of a file", 256, FILES),
    Channel("bytes of a file that are locked", BITS, FILES),
    Channel("bytes of a device that are locked", BITS, FILES, takes_shared_devices=True),
    Channel("times of devices", 4, FILES | {"fixed_times"}, takes_shared_devices=True),
    Channel("how much memory is shared", 4, FIGURES),
    Channel("pages in memory", BITS // 2, FILES, later=True),
    Channel("names that were looked up", BITS, FILES, later=True),
)
WALLS: Final = frozenset[str]().union(*(channel.walls for channel in CHANNELS))
"""Those that the twins do without."""
BUDGET: Final = 0.55
GOAL: Final = 0.53
"""Half of the bits, and five times the noise that so many have."""
HEARD: Final = 0.9
"""Of the bits: so many right, and a channel is open."""
TRIES: Final = 3
LITTLE: Final = 256
"""Bits a turn: channels that say no more than these say it at the same questions."""

Step = Mapping[Channel, str]
"""What is said at one question."""
Told = list[dict[str, str | int]]


def twin(name: str, state: Path) -> Driver:
    """The driver of that name, without the walls that close the channels."""
    kinds: dict[str, Callable[[Path, Walls], Driver]] = {"bubblewrap": Bubblewrap, "docker": Docker}
    return kinds[name](state, without(*WALLS))


def measure(
    effort: Effort, driver: Driver, open_one: Driver, said: Spoken, runner: asyncio.Runner
) -> Iterator[Row]:
    bits = effort.of(BITS, 240)
    ours = runner.run(shares(driver, said, _chance(), bits))
    theirs = runner.run(shares_of_twins(open_one, said, _chance(), bits))
    # A host that can keep boxes less far apart says so by its level, and promises no more.
    budget, goal = (BUDGET, GOAL) if driver.isolation() is Isolation.OWN else (None, None)
    for channel in CHANNELS:
        what = f"of {bits:,} bits heard in another box, {channel.name}, {driver.name}"
        reference = "without the walls"
        figures: Figures = Compared(100 * ours[channel.name], 100 * theirs[channel.name])
        if not channel.is_open_without_walls(driver):
            reference, figures = "all of them", Compared(100 * ours[channel.name], 100)
        elif theirs[channel.name] < HEARD:
            why = f"without the walls only {theirs[channel.name]:.0%} are heard"
            figures = Uncompared(figures.ours, CannotRun(why, "run it when the machine is less busy"))
        yield cost("sandbox", what, reference, figures, "%", budget, goal)


def _chance() -> random.Random:
    return random.Random(secrets.randbits(64))


async def shares_of_twins(
    driver: Driver, said: Spoken, chance: random.Random, bits: int = BITS
) -> dict[str, float]:
    """The best of some tries: what else happens on the machine hides what is said."""
    open_ones = [channel.name for channel in CHANNELS if channel.is_open_without_walls(driver)]
    best = await shares(driver, said, chance, bits)
    for _ in range(TRIES - 1):
        if all(best[name] >= HEARD for name in open_ones):
            break
        again = await shares(driver, said, chance, bits)
        best = {name: max(share, again[name]) for name, share in best.items()}
    return best


async def shares(driver: Driver, said: Spoken, chance: random.Random, bits: int = BITS) -> dict[str, float]:
    """Of the bits that are heard right, by the name of the channel. Raises SandboxFault, TalkEnded."""
    turns = {channel: list(_turns(channel, chance, bits)) for channel in CHANNELS}
    after = [{channel: turns[channel][-1]} for channel in CHANNELS if channel.later]
    meanwhile = list(_steps({one: turns[one][: -1 if one.later else None] for one in CHANNELS}))
    heard = dict.fromkeys(CHANNELS, "")
    word = secrets.token_hex(8)
    async with _talking(driver, word, _saying([*meanwhile, *after]), said) as speaker:
        async with _talking(driver, word, _hearing(meanwhile), said) as listener:
            for step in meanwhile:
                await speaker.step()
                _note(heard, step, await listener.step())
        for _ in after:
            await speaker.step()
    async with _talking(driver, word, _hearing(after), said) as listener:
        for step in after:
            _note(heard, step, await listener.step())
    return {one.name: sum(map(str.__eq__, "".join(turns[one]), heard[one])) / bits for one in CHANNELS}


def _turns(channel: Channel, chance: random.Random, bits: int) -> Iterator[str]:
    told = "".join(chance.choices("01", k=bits))
    return (told[first : first + channel.turn] for first in range(0, bits, channel.turn))


def _steps(turns: Mapping[Channel, Sequence[str]]) -> Iterator[Step]:
    """What is said at each question."""
    for channel in (channel for channel in turns if channel.turn > LITTLE):
        yield from ({channel: turn} for turn in turns[channel])
    little = [channel for channel in turns if channel.turn <= LITTLE]
    for together in zip_longest(*(turns[channel] for channel in little), fillvalue=""):
        yield {channel: turn for channel, turn in zip(little, together, strict=True) if turn}


def _saying(steps: Iterable[Step]) -> Told:
    return [{channel.name: turn for channel, turn in step.items()} for step in steps]


def _hearing(steps: Iterable[Step]) -> Told:
    """The same for a box that does not know the bits."""
    return [{channel.name: len(turn) for channel, turn in step.items()} for step in steps]


def _note(heard: dict[Channel, str], step: Step, note: str) -> None:
    for (channel, turn), told in zip(step.items(), note.split(), strict=True):
        heard[channel] += format(int(told, 16), f"0{len(turn)}b")


class TalkEnded(Exception):
    """A bot was to say something, or to listen, and has gone; the text says of what."""


class _Talk:
    """With one of the bots: a step of its own at each question."""

    def __init__(self, line: Line, said: Spoken) -> None:
        self._line = line
        self._said = said

    async def welcome(self) -> None:
        await self._line.ask(self._said.welcome)
        await self._heard()

    async def step(self) -> str:
        await self._line.ask(self._said.ask)
        return await self._heard()

    async def _heard(self) -> str:
        """The last one before its answer, if there is one."""
        note = ""
        while True:
            told = await self._line.hear()
            if isinstance(told, End):
                raise TalkEnded(told.detail)
            message = bot_pb2.FromBot.FromString(told)
            if not message.HasField("note"):
                return note
            note = message.note.text


@asynccontextmanager
async def _talking(driver: Driver, word: str, steps: Told, said: Spoken) -> AsyncIterator[_Talk]:
    """With a bot that is up. Its box ends with it."""
    box = await driver.prepare(Launch(_bundle(word, steps)))
    try:
        await box.start()
        await box.wait_ready(READY)
        with contextlib.closing(Line(box.line)) as line:
            talk = _Talk(line, said)
            await talk.welcome()
            yield talk
    finally:
        await box.kill()


def _bundle(word: str, steps: Told) -> Packed:
    modules = [path for path in resources.files(PROGRAMS).iterdir() if path.name.endswith(".py")]
    files = {f"covert/{path.name}": path.read_bytes() for path in modules}
    files["bot.py"] = files.pop("covert/bot.py")
    manifest = Manifest("bot", (), "python", COMMAND, None, "grpc")
    files |= {"covert/word": word.encode(), "steps.json": json.dumps(steps).encode(), FILE: written(manifest)}
    return Packed.of(Bundle(files, manifest))
