"""One question and its answer through a guard, against a gRPC client's own connection to the same bot.

The reference is what the referee would be without guards: the client of gRPC in this process, with messages that
are bytes already. Both say the messages of one seat of a real match, over and over; ours by way
of another process.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import grpc.aio

from arena.cli.bench import guards
from arena.cli.bench.lines import Line as Row
from arena.cli.bench.lines import cost
from arena.cli.bench.measure import Effort, many_in_turns
from arena.cli.bench.referee import CLOCK, GAME, SEATS, SEED, bot
from arena.cli.bench.script import script
from arena.referee.line import Line
from sandbox.runtimes.table import SOCKET

TIMES = 8
"""How often the match's questions are asked in one timed run."""
PLAY = "/athanor.v1.Bot/Play"
BUDGET, GOAL = 0.8, 0.5


class Said(NamedTuple):
    welcome: bytes
    asks: Sequence[tuple[bytes | None, bytes]]
    """Each ask, and before it the news that it comes with."""


def measure(effort: Effort) -> Iterator[Row]:
    times = effort.of(TIMES)
    with bot() as folder, asyncio.Runner() as runner:
        said = _said()
        wall, cpu = many_in_turns(
            lambda: runner.run(_through_a_guard(folder, said, times)),
            lambda: runner.run(_direct(folder, said, times)),
            effort,
        )
        reference = "direct gRPC to the same bot"
        yield cost("sandbox", "round trip through the adapter", reference, wall, "µs", BUDGET, GOAL)
        yield cost("sandbox", "the same, CPU of ours and the adapter", reference, cpu, "µs", None)


def _said() -> Said:
    """What seat 0 hears."""
    heard = [message for seat, message in script(GAME, SEATS, SEED, CLOCK) if seat == 0]
    news = None
    asks = []
    for message in heard:
        words = message.SerializeToString()
        if message.HasField("event"):
            news = words
        elif message.HasField("ask"):
            asks.append((news, words))
            news = None
    return Said(heard[0].SerializeToString(), asks)


async def _through_a_guard(folder: Path, said: Said, times: int) -> tuple[float, float]:
    (guard,) = await guards.guards_of(folder, 1)
    line = Line(guard.line)
    try:
        await line.ask(said.welcome)
        await line.hear()
        wall, cpu = time.perf_counter(), time.process_time() + guards.cpu_seconds([guard])
        for _ in range(times):
            for news, words in said.asks:
                await line.ask(words, news)
                await line.hear()
        used = time.process_time() + guards.cpu_seconds([guard]) - cpu
        return _each(time.perf_counter() - wall, said, times), _each(used, said, times)
    finally:
        line.close()
        await guards.end([guard])


async def _direct(folder: Path, said: Said, times: int) -> tuple[float, float]:
    options = [("grpc.use_local_subchannel_pool", 1)]
    async with grpc.aio.insecure_channel(f"unix:{folder / SOCKET}", options=options) as channel:
        stream: Any = channel.stream_stream(PLAY)(wait_for_ready=True)
        await stream.write(said.welcome)
        await stream.read()
        wall, cpu = time.perf_counter(), time.process_time()
        for _ in range(times):
            for news, words in said.asks:
                if news is not None:
                    await stream.write(news)
                await stream.write(words)
                await stream.read()
        return _each(time.perf_counter() - wall, said, times), _each(time.process_time() - cpu, said, times)


def _each(seconds: float, said: Said, times: int) -> float:
    return seconds / (times * len(said.asks)) * 1e6
