"""What a busy machine costs an honest bot, and what sleeping costs one that is not.

A bot in a sandbox plays against two in this process while other processes want every core, the one that this
benchmark is bound to included.

Charged time: what each answer of about 4 ms is charged, against the CPU time that the sandbox has used for it. A
clock that counts what the bot waited for a core charges a multiple of it.

Limits: a bot that uses 80 % of its bank gives all of its answers, as it would on a machine of its own.

Sleep: for how long a bot that does nothing but sleep keeps its worker waiting, against its bank.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from arena.cli.bench.lines import Compared, NotRun, cost, rate
from arena.cli.bench.lines import Line as Row
from arena.cli.bench.measure import Effort, in_turns
from arena.cli.bench.referee import GAME, ORDER
from arena.cli.bench.sandbox import READY, REMEDIES, launch_of
from arena.house.catalogue import house_bots
from arena.referee.clock import IDLE_SHARE
from arena.referee.conduct import Void
from arena.referee.driver import referee
from arena.referee.inprocess import InProcessPlayer, functions_of
from arena.referee.line import Line
from arena.referee.remote import RemotePlayer
from athanorpb.farm.values import Clock, SeatRecord
from sandbox.drivers import driver_named
from sandbox.interface import Box, Driver, Launch, SandboxFault

DRIVERS = ("bubblewrap", "docker")
SEATS = 3
A_CORE = 2
"""Processes that want each core besides the bot."""
LONG = Clock(bank=600_000, move_cap=60_000, match_cap=3_600_000)
BANK, SHORT_BANK = 2_400, 600
"""Milliseconds of the bot that uses 80 % of it."""
PART = 0.8
SLEEPERS_BANK, SHORT_SLEEPERS_BANK = 1_000, 200
HELD = 1 / IDLE_SHARE
"""Times its bank that a bot may keep a worker waiting, but for what is free in each answer and its last one."""
BURNS = """
import time

def choose(ask):
    until = time.process_time() + {seconds}
    while time.process_time() < until:
        pass
    return 0
"""
SLEEPS = "import time\n\ndef choose(ask):\n    time.sleep(0.4)\n    return 0\n"
A_TURN = 0.0033
"""Seconds that a bot computes: with what its interpreter needs to hear a question, about 4 ms an answer."""


def measure(effort: Effort) -> Iterator[Row]:
    for name in DRIVERS:
        with tempfile.TemporaryDirectory(prefix="athanor-bench-") as state, asyncio.Runner() as runner:
            Path(state).chmod(0o755)
            try:
                driver = driver_named(name, Path(state))
            except SandboxFault as fault:
                yield NotRun("clock", f"charged time with {name}", str(fault), REMEDIES[name])
                continue
            yield from _of(effort, driver, runner, Path(state))


def _of(effort: Effort, driver: Driver, runner: asyncio.Runner, state: Path) -> Iterator[Row]:
    play = partial(_seat, runner, driver, state)
    answers = play(BURNS.format(seconds=0), LONG).answers
    seen: list[SeatRecord] = []

    def charged() -> float:
        with every_core_busy():
            seen.append(play(BURNS.format(seconds=A_TURN), LONG))
        return seen[-1].charged / seen[-1].answers

    def used() -> float:
        return (seen[-1].charged - seen[-1].spent.idle * IDLE_SHARE) / seen[-1].answers

    figures = in_turns(charged, used, effort)
    yield cost(
        "clock",
        f"charged a 4 ms answer, every core busy, {driver.name}",
        "CPU time it used",
        figures,
        "ms",
        1.25,
        1.1,
    )

    bank = effort.of(BANK, SHORT_BANK)
    tight = Clock(bank=bank, increment=0, move_cap=bank, match_cap=SEATS * bank)

    def given() -> float:
        with every_core_busy():
            return float(play(BURNS.format(seconds=PART * bank / 1000 / answers), tight).answers)

    figures = in_turns(given, lambda: float(answers), effort)
    what = f"answers of a bot that uses {PART:.0%} of its bank, {driver.name}"
    yield rate("clock", what, "all that it is asked for", figures, "", 1.0)

    bank_to_sleep = effort.of(SLEEPERS_BANK, SHORT_SLEEPERS_BANK)
    sleepers = Clock(bank=bank_to_sleep, increment=0, move_cap=10_000, match_cap=600_000)
    held = play(SLEEPS, sleepers).spent.wall
    waited = held.median * held.count
    what = f"a worker waits for a bot that sleeps, {driver.name}"
    yield cost("clock", what, "its bank", Compared(waited, bank_to_sleep), "ms", 1.25 * HELD, 1.1 * HELD)


def _seat(runner: asyncio.Runner, driver: Driver, state: Path, source: str, clock: Clock) -> SeatRecord:
    """What the record says of a bot that has played a match against two of this process."""
    return runner.run(_played(driver, launch_of(source), clock))


async def _played(driver: Driver, launch: Launch, clock: Clock) -> SeatRecord:
    box = await driver.prepare(launch)
    try:
        await box.start()
        await box.wait_ready(READY)
        others = [InProcessPlayer(functions_of(house_bots(GAME.name)["random"])) for _ in range(SEATS - 1)]
        bot = RemotePlayer(Line(box.line), cpu=partial(_cpu_of, box))
        order = replace(ORDER, clock=clock, seats=ORDER.seats[:SEATS], options=GAME.settle(SEATS, {}))
        found = await referee(order, GAME, [bot, *others], hosts=[box, None, None])
    finally:
        await box.kill()
    if isinstance(found, Void):
        raise RuntimeError(f"the match came to nothing: {found.reason}")
    return found.seats[0]


def _cpu_of(box: Box) -> float | None:
    return box.stats().cpu_ms


@contextmanager
def every_core_busy() -> Iterator[None]:
    """By processes of sessions of their own, which the kernel gives their share each."""
    with ExitStack() as stack:
        for core in range(os.cpu_count() or 1):
            for _ in range(A_CORE):
                burner = stack.enter_context(
                    subprocess.Popen(
                        [
                            sys.executable,
                            "-c",
                            f"import os; os.sched_setaffinity(0, {{{core}}})\nwhile True: pass",
                        ],
                        start_new_session=True,
                    )
                )
                stack.callback(burner.kill)
        yield
