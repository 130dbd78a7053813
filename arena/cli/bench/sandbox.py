"""What a sandbox costs: from nothing, and from a warm slot, to a bot's first answer.

Cold: ours makes the walls, the guard and the limits, starts a bot of the SDK, waits until it is up, and has one
answer of it. The reference is the bare engine, or bwrap, with the same flags, and in it a gRPC server of twenty
lines, whose socket lies in a folder of this machine; its client is gRPC's own, in this process. Both say what a
real match says.

Warm: the same bot from a slot that stood ready, against ours cold. Nothing is refilled while the clock runs.

Refill: how many slots a second are made warm one after the other, against as many bare starts of the same.

Memory: what one idle slot holds, with the files of its runtime that it read, which no other box shares.

Channels: how much a box hears of what another one says through what they share (`channels.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from arena.cli.bench import adapter, channels
from arena.cli.bench.bare import ENGINES, Bare, Spoken, bare, held_by
from arena.cli.bench.lines import Compared, NotRun, cost, rate
from arena.cli.bench.lines import Line as Row
from arena.cli.bench.measure import Effort, in_turns
from arena.cli.bench.referee import CLOCK, GAME, SEATS, SEED
from arena.cli.bench.script import script
from arena.referee.line import Line
from athanor_contract.bundle import Packed, read
from athanor_contract.limits.sandbox import MIB, Limits
from sandbox import processes
from sandbox.drivers import driver_named
from sandbox.drivers.box import CommonBox
from sandbox.interface import Box, Driver, Launch, SandboxFault
from sandbox.pool import Pool, Standable
from sandbox.slot import Kind, Slot

READY = 60.0
REFILLS = 3
"""Slots that are made one after the other in one timed run."""
FREEZES = 200
BOT = "def choose(ask):\n    return 0\n"
COLD = (1.2, 1.0)
WARM = (0.08, 0.03)
"""Budgets and goals."""
REMEDIES = {
    "bubblewrap": "`athanor doctor` says what this machine lacks for it",
    "docker": "start a Docker engine, or name one in DOCKER_HOST, and build its images with `make runtimes`",
}


def measure(effort: Effort) -> Iterator[Row]:
    yield from adapter.measure(effort)
    for name in ENGINES:
        with tempfile.TemporaryDirectory(prefix="athanor-bench-") as state, asyncio.Runner() as runner:
            Path(state).chmod(0o755)
            try:
                driver = driver_named(name, Path(state))
            except SandboxFault as fault:
                yield NotRun("sandbox", f"starts with {name}", str(fault), REMEDIES[name])
                continue
            yield from _of(effort, driver, cast(Standable, driver), bare(driver), runner, Path(state))
            yield from channels.measure(effort, driver, channels.twin(name, Path(state)), _said(), runner)


def _of(
    effort: Effort, driver: Driver, standable: Standable, engine: Bare, runner: asyncio.Runner, state: Path
) -> Iterator[Row]:
    launch, said = launch_of(BOT), _said()

    def cold() -> float:
        return runner.run(_first_answer(driver, launch, said))

    figures = in_turns(cold, lambda: runner.run(engine.first_answer(said)), effort)
    what = f"cold start to first answer, {driver.name}"
    yield cost("sandbox", what, f"bare {engine.name}, same flags, bare gRPC server", figures, "ms", *COLD)

    pool = Pool(standable, 1, lull=0.0, busy=lambda: True)
    try:
        figures = in_turns(lambda: runner.run(_from_warm(pool, launch, said)), cold, effort)
    finally:
        runner.run(pool.close())
    what = f"warm hand-over to first answer, {driver.name}"
    yield cost("sandbox", what, "cold start, same driver", figures, "ms", *WARM)

    refills = effort.of(REFILLS)
    ours, theirs = lambda: runner.run(_refilled(standable, refills)), lambda: runner.run(engine.starts(refills))
    figures = in_turns(ours, theirs, effort)
    what = f"slots made warm, {driver.name}"
    yield rate("sandbox", what, f"bare {engine.name} until its server listens", figures, "/s", None)

    figures = in_turns(lambda: runner.run(_held(standable)), lambda: runner.run(engine.memory()), effort)
    what = f"memory of an idle slot, {driver.name}"
    yield cost("sandbox", what, f"bare {engine.name} whose server listens", figures, "MiB", None)

    frozen = runner.run(_frozen(driver, launch, said, effort.of(FREEZES, 2)))
    if frozen is not None:
        yield cost("sandbox", f"freeze, thaw and answer, {driver.name}", "an answer", frozen, "µs", None)


def launch_of(source: str) -> Launch:
    """A bot of one file."""
    return Launch(Packed.of(read(source.encode(), "bot.py")))


def _said() -> Spoken:
    heard = [message for seat, message in script(GAME, SEATS, SEED, CLOCK) if seat == 0]
    ask = next(message for message in heard if message.HasField("ask"))
    return Spoken(heard[0].SerializeToString(), ask.SerializeToString())


async def _first_answer(driver: Driver, launch: Launch, said: Spoken) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    box = await driver.prepare(launch)
    try:
        with contextlib.closing(await _answered(box, said)):
            return (time.perf_counter() - began) * 1000
    finally:
        await box.kill()


async def _from_warm(pool: Pool, launch: Launch, said: Spoken) -> float:
    await pool.full()
    before = pool.health().handed_over
    took = await _first_answer(pool, launch, said)
    assert pool.health().handed_over == before + 1, "no slot was warm"
    # Now, and not while the other is timed.
    await pool.full()
    return took


async def _answered(box: Box, said: Spoken) -> Line:
    await box.start()
    await box.wait_ready(READY)
    line = Line(box.line)
    for words in said:
        await line.ask(words)
        await line.hear()
    return line


async def _refilled(driver: Standable, number: int) -> float:
    """Slots a second; their end is not timed."""
    slots = []
    began = time.perf_counter()
    try:
        for _ in range(number):
            slot = Slot(await driver.stand("python", Limits()), Kind("", Limits(), "python"))
            slots.append(slot)
            # As nobody else wants the processor: the other does not yield either.
            await slot.warm(READY, yields=False)
        return number / (time.perf_counter() - began)
    finally:
        for slot in slots:
            await slot.destroy()


async def _held(driver: Standable) -> float:
    """MiB of a slot that waits for its bot: its processes, the files that they read, and its guard."""
    slot = Slot(await driver.stand("python", Limits()), Kind("", Limits(), "python"))
    try:
        await slot.warm(READY)
        box = cast(CommonBox, slot.box)
        return (held_by(box.group) + sum(map(processes.memory, box.guards))) / MIB
    finally:
        await slot.destroy()


async def _frozen(driver: Driver, launch: Launch, said: Spoken, times: int) -> Compared | None:
    """Microseconds of an answer from a bot that was frozen, freezing included, and from one that was not."""
    box = await driver.prepare(launch)
    try:
        with contextlib.closing(await _answered(box, said)) as line:
            if not await box.freeze():
                return None
            await box.thaw()
            plain = await _each(line, said, times)
            return Compared(await _each(line, said, times, box), plain)
    finally:
        await box.kill()


async def _each(line: Line, said: Spoken, times: int, box: Box | None = None) -> float:
    began = time.perf_counter()
    for _ in range(times):
        if box is not None:
            await box.freeze()
            await box.thaw()
        await line.ask(said.ask)
        await line.hear()
    return (time.perf_counter() - began) / times * 1e6
