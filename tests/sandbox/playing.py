"""A referee in miniature: says what a referee says over a box's line, and hears what the bot says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from arena.referee.line import End, Line
from athanor_contract.bundle import Bundle, Manifest, Packed
from athanor_contract.bundle.manifest import FILE, written
from athanor_contract.limits.sandbox import Limits
from athanorpb.codec import message_of
from athanorpb.v1 import bot_pb2, game_pb2, poison_pb2, result_pb2
from sandbox.interface import Box, Driver, Launch, Remains
from tests.waiting import PATIENCE

SDK = ("python3", "-P", "-m", "athanor_bot")
BOTS = Path(__file__).parent / "bots"
HOSTILE = Path(__file__).parent / "hostile"

VIEW: dict[str, Any] = {
    "game": "poison",
    "options": {"variant": "deal-all", "taken": "open"},
    "seats": 3,
    "phase": "play",
    "to_act": [1],
    "ply": 3,
    "result": None,
    "round": 1,
    "dealer": 0,
    "seat": 1,
    "rounds": 3,
    "players": [
        {"hand_count": 2, "taken_count": 1, "scores": [], "total": 0, "taken": ["red-1"]},
        {"hand_count": 3, "taken_count": 0, "scores": [], "total": 0, "hand": ["red-4", "blue-2"], "taken": []},
        {"hand_count": 3, "taken_count": 0, "scores": [], "total": 0, "taken": []},
    ],
    "cauldrons": [
        {"cards": ["red-1"], "colour": "red", "sum": 1},
        *[{"cards": [], "colour": "none", "sum": 0}] * 2,
    ],
    "pile_count": 0,
    "aside_count": 0,
}
ACTIONS = [{"play": {"card": "red-4", "cauldron": 0}}, {"play": {"card": "blue-2", "cauldron": 1}}]
EVENT = {"played": {"seat": 0, "card": "red-1", "cauldron": 0, "sum": 1}}


def welcome() -> bot_pb2.ToBot:
    options = game_pb2.Options(poison=poison_pb2.Options(variant="deal-all", taken="open"))
    clock = bot_pb2.ClockRules(startup=10_000, bank=30_000, increment=100, move_cap=10_000, match_cap=900_000)
    said = bot_pb2.Welcome(
        protocol=1, game="poison", options=options, seats=3, seat=1, clock=clock, entropy="ab" * 16
    )
    return bot_pb2.ToBot(welcome=said)


def event() -> bot_pb2.ToBot:
    return bot_pb2.ToBot(event=bot_pb2.Happened(events=[message_of(EVENT, game_pb2.Event, "poison")]))


def ask(number: int = 1, actions: list[dict[str, Any]] | None = None) -> bot_pb2.ToBot:
    listed = [message_of(action, game_pb2.Action, "poison") for action in actions or ACTIONS]
    return bot_pb2.ToBot(
        ask=bot_pb2.Ask(
            number=number,
            seat=1,
            question="play",
            view=message_of(VIEW, game_pb2.View, "poison"),
            legal=bot_pb2.Legal(actions=listed, finite=True),
            clock=bot_pb2.Clock(bank=30_000, charged=7, move_cap=10_000),
        )
    )


def refused(number: int = 1) -> bot_pb2.ToBot:
    return bot_pb2.ToBot(refused=bot_pb2.Refused(number=number, code="wrong-colour", reason="no", strikes_left=2))


def over() -> bot_pb2.ToBot:
    return bot_pb2.ToBot(
        over=bot_pb2.Over(result=result_pb2.Result(scores=[1, 2, 3], ranks=[1, 2, 3], reason="rounds"))
    )


class Broken(Exception):
    """The bot's connection broke off, and how."""

    def __init__(self, fault: str, detail: str) -> None:
        super().__init__(fault, detail)
        self.fault = fault
        self.detail = detail


class Conversation:
    """One match's talk with a bot."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.notes: list[str] = []
        self.told = bot_pb2.Answer()
        """Its last answer."""

    async def say(self, *messages: bot_pb2.ToBot) -> None:
        for message in messages:
            needs_none = message.WhichOneof("kind") in ("event", "over")
            await (self.line.tell if needs_none else self.line.ask)(message.SerializeToString())

    async def part(self, *messages: bot_pb2.ToBot) -> None:
        """The last that is said; the bot goes in good order."""
        await self.line.part(*(message.SerializeToString() for message in messages))
        end = await self._heard()
        assert isinstance(end, End), end
        assert end.fault == "closed", end

    async def hear(self) -> bot_pb2.FromBot:
        """The next thing said that is no note; raises Broken."""
        while True:
            said = await self._heard()
            if isinstance(said, End):
                raise Broken(said.fault, said.detail)
            message = bot_pb2.FromBot.FromString(said)
            if message.WhichOneof("kind") != "note":
                return message
            self.notes.append(message.note.text)

    async def _heard(self) -> bytes | End:
        return await asyncio.wait_for(self.line.hear(), PATIENCE)

    async def welcomed(self) -> bot_pb2.FromBot:
        await self.say(welcome())
        return await self.hear()

    async def answer(self, number: int = 1) -> bot_pb2.Answer:
        await self.say(ask(number))
        self.told = (await self.hear()).answer
        return self.told


@asynccontextmanager
async def talking(box: Box) -> AsyncIterator[Conversation]:
    line = Line(box.line)
    try:
        yield Conversation(line)
    finally:
        line.close()


def bundle(folder: Path, files: Mapping[str, str]) -> Path:
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def packed(
    folder: Path, runtime: str, command: Sequence[str], protocol: str = "grpc", build: Sequence[str] | None = None
) -> Packed:
    """What lies in a folder, with a bot.toml that says this."""
    assert protocol in ("stdio", "grpc")
    spoken: Any = protocol
    manifest = Manifest("bot", (), runtime, tuple(command), None if build is None else tuple(build), spoken)
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return Packed.of(Bundle({**files, FILE: written(manifest)}, manifest))


def launching(
    folder: Path, runtime: str, command: Sequence[str], protocol: str = "grpc", limits: Limits | None = None
) -> Launch:
    return Launch(packed(folder, runtime, command, protocol), limits or Limits())


def building(folder: Path, runtime: str, command: Sequence[str], limits: Limits | None = None) -> Launch:
    """A build by this command; what it leaves is run by another one."""
    return Launch(packed(folder, runtime, ("./bot",), build=command), limits or Limits())


def launch_of(path: Path, limits: Limits | None = None) -> Launch:
    """A single file's launch: as the bundle's reader would have it."""
    sdk = "def choose" in path.read_text()
    command = (*SDK, path.name) if sdk else ("sh" if path.suffix == ".sh" else "python3", path.name)
    runtime = "sh" if path.suffix == ".sh" else "python"
    return launching(path.parent, runtime, command, "grpc" if sdk else "stdio", limits)


class Running:
    """A box that is up, and what it left when it was killed."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.remains: Remains | None = None


@asynccontextmanager
async def running(driver: Driver, launch: Launch, within: float = 60) -> AsyncIterator[Running]:
    """A box from start to ready; whatever happens, it is killed."""
    box = await driver.prepare(launch)
    up = Running(box)
    try:
        await box.start()
        await box.wait_ready(within)
        yield up
    finally:
        up.remains = await box.kill()


async def attacked(driver: Driver, name: str, limits: Limits | None = None) -> str:
    """What the attack of a hostile bot came to, in its own words."""
    async with running(driver, launch_of(HOSTILE / f"{name}.py", limits)) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.answer()
        assert bot.notes, "a hostile bot says what came of its attack"
        return bot.notes[-1]
