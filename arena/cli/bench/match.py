"""From an order to its settled result, against the bots' own time and bare round trips.

Ours is a whole embedded platform with an idle farm, asked by `manage.py time_matches`: the order is written and
sent, a worker takes it, starts a sandbox a seat, referees, stores replay and logs, and the site settles it.

The reference is what no platform can do without: the same bots started in the same sandboxes, all at once, and
asked by bare gRPC as many questions as in a match, one at a time, with the messages of a real match; no queue, no
rules, no clock, no record, no database. Both are of Poison's shortest match: two seats, 104 decisions.

A bot that is new on a ladder gets ten matches at once: how long those take is a line of its own (`newcomer`).
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import grpc.aio

from arena.blobs.store import FolderStore
from arena.cli.bench import newcomer
from arena.cli.bench.embedded import asked, driver_here, platform
from arena.cli.bench.lines import Line, cost
from arena.cli.bench.measure import Effort, in_turns, or_not_run
from arena.cli.bench.script import Script, script
from arena.games.registry import game_named
from arena.house.catalogue import house_bots
from arena.worker.bundles import Bundles
from athanor_contract.bundle import Packed
from athanorpb.farm.values import Clock
from athanorpb.v1.bot_pb2_grpc import BotStub
from sandbox.drivers.box import CommonBox
from sandbox.interface import Driver, Launch

GAME = game_named("poison")
BOT = "random"
SEATS = 2
READY = 60.0
BUDGET, GOAL = 1.0, 0.5


def measure(effort: Effort) -> Iterator[Line]:
    with tempfile.TemporaryDirectory(prefix="athanor-bench-") as folder:
        yield or_not_run("match", "order to settled", partial(_measured, Path(folder), effort))
    yield from newcomer.measure(effort)


def _measured(folder: Path, effort: Effort) -> Line:
    state = folder / "reference"
    driver = driver_here(state)
    bot = Bundles(FolderStore(state / "blobs")).packed_file(house_bots(GAME.name)[BOT])
    spoken = script(GAME, SEATS, bytes(range(32)), Clock())
    with platform(folder / "var", BACKLOG="0") as environment, asyncio.Runner() as runner:
        ours, theirs = partial(ordered, environment), lambda: runner.run(_bare(driver, bot, spoken))
        figures = in_turns(ours, theirs, effort)
    asks = sum(message.HasField("ask") for _, message in spoken)
    what = f"order to settled, {asks} decisions, {driver.name}"
    return cost("match", what, "bots' own time and bare round trips", figures, "ms", BUDGET, GOAL)


def ordered(environment: Mapping[str, str]) -> float:
    """Milliseconds of one match, as an operator sees it. The match before it warms the asking process."""
    words = ["--bot", BOT, "--seats", str(SEATS), "--count", "2", "--within", "600"]
    _, match = asked(environment, "time_matches", GAME.name, *words)
    milliseconds: float = match["ms"]
    return milliseconds


# --- the reference


async def _bare(driver: Driver, bot: Packed, spoken: Script) -> float:
    began = time.perf_counter()
    boxes = await asyncio.gather(*(_started(driver, bot) for _ in range(SEATS)))
    channels = [grpc.aio.insecure_channel(f"unix:{await _path(box)}") for box in boxes]
    streams: list[Any] = [BotStub(channel).Play(wait_for_ready=True) for channel in channels]
    for seat, message in spoken:
        await streams[seat].write(message)
        if message.HasField("ask") or message.HasField("welcome"):
            await streams[seat].read()
    for channel in channels:
        await channel.close()
    await asyncio.gather(*(box.kill() for box in boxes))
    return (time.perf_counter() - began) * 1000


async def _started(driver: Driver, bot: Packed) -> CommonBox:
    box = await driver.prepare(Launch(bot))
    assert isinstance(box, CommonBox)
    await box.start(guarded=False)
    return box


async def _path(box: CommonBox) -> str:
    """Of its bot's socket, once the bot listens there."""
    until = time.monotonic() + READY
    while (connection := box.door.connected()) is None:
        if time.monotonic() > until:
            raise RuntimeError("the reference's bot did not come up")
        await asyncio.sleep(0.002)
    connection.close()
    return box.door.path
