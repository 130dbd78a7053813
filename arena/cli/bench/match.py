"""From an order to its settled result, against the bots' own time and bare round trips.

Ours is a whole embedded platform with an idle farm, asked by `manage.py time_matches`: the order is written and
sent, a worker takes it, starts a sandbox a seat, referees, stores replay and logs, and the site settles it.

The reference is what no platform can do without: the same bots started in the same sandboxes, all at once, and
asked by bare gRPC as many questions as in a match, one at a time, with the messages of a real match; no queue, no
rules, no clock, no record, no database. Both are of Poison's shortest match: two seats, 104 decisions.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import grpc.aio

import arena
from arena.blobs.store import FolderStore
from arena.cli.bench.lines import CannotRun, Line, cost
from arena.cli.bench.measure import Effort, in_turns, or_not_run
from arena.cli.bench.script import Script, script
from arena.games.registry import game_named
from arena.house.catalogue import house_bots
from arena.orders.documents import Clock
from arena.worker.bundles import Bundles, Unpacked
from athanorpb.v1.bot_pb2_grpc import BotStub
from sandbox.drivers import driver_named
from sandbox.drivers.box import CommonBox
from sandbox.interface import Driver, Launch, SandboxFault

MANAGE = Path(arena.__file__).parents[1] / "manage.py"
GAME = game_named("poison")
BOT = "random"
SEATS = 2
READY = 60.0
BUDGET, GOAL = 1.0, 0.5


def measure(effort: Effort) -> Iterator[Line]:
    with tempfile.TemporaryDirectory(prefix="athanor-bench-") as folder:
        yield or_not_run("match", "order to settled", partial(_measured, Path(folder), effort))


def _measured(folder: Path, effort: Effort) -> Line:
    if not MANAGE.is_file():
        raise CannotRun(f"there is no {MANAGE}", "run `athanor bench` in a checkout of the project")
    state = folder / "reference"
    try:
        driver = driver_named("auto", state)
    except SandboxFault as fault:
        raise CannotRun(str(fault), "`athanor doctor` says what this machine lacks for a sandbox") from fault
    bot = Bundles(state / "bundles", FolderStore(state / "blobs")).unpacked_file(house_bots(GAME.name)[BOT])
    spoken = script(GAME, SEATS, bytes(range(32)), Clock())
    with platform(folder / "var", BACKLOG="0") as environment, asyncio.Runner() as runner:
        ours, theirs = partial(ordered, environment), lambda: runner.run(_bare(driver, bot, spoken))
        figures = in_turns(ours, theirs, effort)
    asks = sum(message.HasField("ask") for _, message in spoken)
    what = f"order to settled, {asks} decisions, {driver.name}"
    return cost("match", what, "bots' own time and bare round trips", figures, "ms", BUDGET, GOAL)


# --- ours


@contextmanager
def platform(var: Path, **more: str) -> Iterator[dict[str, str]]:
    """An embedded platform; the environment to ask it with. `more`: further variables, without ATHANOR_."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ATHANOR_")}
    environment |= {
        "ATHANOR_VAR": str(var),
        "ATHANOR_PORT": str(_free_port()),
        "ATHANOR_ARENA_PROCESSES": "1",
        **{f"ATHANOR_{name}": value for name, value in more.items()},
    }
    process = subprocess.Popen(
        [sys.executable, MANAGE, "up"],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = []
        for line in process.stdout:
            said.append(line)
            if "is ready" in line:
                break
        else:
            raise RuntimeError("the benchmark's platform did not start: " + "".join(said[-3:]))
        yield environment
    finally:
        process.terminate()
        process.communicate()


def ordered(environment: Mapping[str, str]) -> float:
    """Milliseconds of one match, as an operator sees it. The match before it warms the asking process."""
    words = ["--bot", BOT, "--seats", str(SEATS), "--count", "2", "--within", "600"]
    _, match = asked(environment, "time_matches", GAME.name, *words)
    milliseconds: float = match["ms"]
    return milliseconds


def asked(environment: Mapping[str, str], *words: str) -> Any:
    """What a command of the benchmark's platform says."""
    told = subprocess.run(
        [sys.executable, MANAGE, *words], env=environment, capture_output=True, text=True, check=False
    )
    if told.returncode:
        raise RuntimeError(f"`manage.py {words[0]}` failed: {told.stderr.strip()[-300:]}")
    return json.loads(told.stdout)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


# --- the reference


async def _bare(driver: Driver, bot: Unpacked, spoken: Script) -> float:
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


async def _started(driver: Driver, bot: Unpacked) -> CommonBox:
    manifest = bot.manifest
    box = await driver.prepare(Launch(bot.folder, manifest.runtime, manifest.command, manifest.protocol))
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
