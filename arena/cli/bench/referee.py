"""The referee against bare gRPC with the same messages, and the local runner against the engine alone.

The reference says, over streams to the same bot, the very messages that a refereed match says: a stream a seat,
one question at a time, and waits for each answer. It builds each message from its values and has no clock, no
rules and no record. Ours is a whole match from order to replay file, and between us and each bot stands a guard, a
process of its own, whose CPU time counts as ours. A second reference, shown and not judged, has all messages built
beforehand.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import grpc
import grpc.aio

from arena.cli.bench import guards
from arena.cli.bench.lines import Compared, Figures, cost, rate
from arena.cli.bench.lines import Line as Row
from arena.cli.bench.measure import Effort, in_turns, many_in_turns
from arena.cli.bench.script import script
from arena.games.registry import game_named
from arena.house.catalogue import house_bots
from arena.kernel.chance import Seeded
from arena.referee.conduct import Void
from arena.referee.driver import referee
from arena.referee.inprocess import Functions, functions_of
from arena.referee.line import Line
from arena.referee.local import play
from arena.referee.match import Match
from arena.referee.remote import RemotePlayer
from athanorpb.codec import document_of, trusted_message_of
from athanorpb.farm.values import Clock, Entrant, MatchOrder
from athanorpb.v1 import bot_pb2
from athanorpb.v1.bot_pb2_grpc import BotStub
from sandbox.guard.process import Guard
from sandbox.runtimes.table import SOCKET

T = TypeVar("T")

GAME = game_named("poison")
SEATS = 4
SEED = bytes(range(32))
CLOCK = Clock(bank=600_000, move_cap=60_000)
ORDER = MatchOrder(
    match="bench",
    game=GAME.name,
    options=GAME.settle(SEATS, {}),
    seed=SEED.hex(),
    clock=CLOCK,
    seats=tuple(Entrant(f"bench/pong-{seat}", 1, 64 * str(seat)) for seat in range(SEATS)),
    deadline=0.0,
)
LOCAL = 40


class Plan(NamedTuple):
    """The matches of one timed run."""

    matches: int
    together: bool


ALONE = Plan(4, together=False)
AT_ONCE = Plan(50, together=True)
WALL = (1.1, 0.9)
CPU = (1.2, 0.9)
MANY = (0.9, 1.2)
DECISION = (1.5, 1.1)
"""Budgets and goals."""


def measure(effort: Effort) -> Iterator[Row]:
    single = ALONE._replace(matches=effort.of(ALONE.matches))
    at_once = AT_ONCE._replace(matches=effort.of(AT_ONCE.matches, 2))
    with bot() as folder, asyncio.Runner() as runner:
        target = f"unix:{folder / SOCKET}"
        messages = script(GAME, SEATS, SEED, CLOCK)
        spoken = [(seat, document_of(message)) for seat, message in messages]
        asks = sum(message.HasField("ask") for _, message in messages)

        def ours(plan: Plan) -> Callable[[], tuple[float, float]]:
            return lambda: _refereed(runner, folder, plan, asks)

        def bare(plan: Plan) -> Callable[[], tuple[float, float]]:
            return lambda: _timed(runner, plan, lambda _: _bare(target, spoken, _built), asks)

        def prebuilt(plan: Plan) -> Callable[[], tuple[float, float]]:
            return lambda: _timed(runner, plan, lambda _: _bare(target, messages, lambda message: message), asks)

        wall, cpu = many_in_turns(ours(single), bare(single), effort)
        yield cost("referee", "round trip of one match, wall", "bare gRPC, same messages", wall, "µs", *WALL)
        yield cost("referee", "round trip of one match, our CPU", "bare gRPC, same messages", cpu, "µs", *CPU)
        wall, cpu = many_in_turns(ours(single), prebuilt(single), effort)
        yield cost("referee", "the same, wall", "bare gRPC, messages built before", wall, "µs", None)
        yield cost("referee", "the same, our CPU", "bare gRPC, messages built before", cpu, "µs", None)
        many, _ = many_in_turns(ours(at_once), bare(at_once), effort)
        what = f"round trips of {at_once.matches} matches"
        yield rate("referee", what, f"{at_once.matches} bare", _a_second(many), "/s", *MANY)
    yield from _local(effort)


def _a_second(microseconds: Figures) -> Figures:
    if isinstance(microseconds, Compared):
        return Compared(*(1e6 / one for one in microseconds))
    return microseconds._replace(ours=1e6 / microseconds.ours)


def _timed(
    runner: asyncio.Runner, plan: Plan, match: Callable[[int], Coroutine[Any, Any, None]], trips: int
) -> tuple[float, float]:
    """Wall time and our own CPU time of one round trip, in microseconds."""
    wall, cpu = time.perf_counter(), time.process_time()
    runner.run(_played_out(plan, match))
    trips *= plan.matches
    return (time.perf_counter() - wall) / trips * 1e6, (time.process_time() - cpu) / trips * 1e6


async def _played_out(plan: Plan, match: Callable[[int], Coroutine[Any, Any, None]]) -> None:
    if plan.together:
        await asyncio.gather(*(match(number) for number in range(plan.matches)))
    else:
        for number in range(plan.matches):
            await match(number)


def _refereed(runner: asyncio.Runner, folder: Path, plan: Plan, trips: int) -> tuple[float, float]:
    """The guards stand before the clock runs, as those of a match's sandboxes do."""
    all_guards = runner.run(guards.guards_of(folder, plan.matches * SEATS))
    # They end with their matches: what they used then stands in our own account.
    start = guards.cpu_seconds(all_guards) + guards.cpu_seconds_of_the_dead()
    try:
        chairs = [all_guards[number * SEATS : (number + 1) * SEATS] for number in range(plan.matches)]
        wall, cpu = _timed(runner, plan, lambda number: _match(chairs[number]), trips)
    finally:
        runner.run(guards.end(all_guards))
    used = guards.cpu_seconds_of_the_dead() - start
    return wall, cpu + used / (trips * plan.matches) * 1e6


async def _match(chairs: Sequence[Guard]) -> None:
    finished = await referee(ORDER, GAME, [RemotePlayer(Line(guard.line)) for guard in chairs])
    if isinstance(finished, Void) or any(seat.out for seat in finished.seats):
        raise RuntimeError(f"the benchmark's match went wrong: {finished}")


def _built(document: dict[str, Any]) -> bot_pb2.ToBot:
    return trusted_message_of(document, bot_pb2.ToBot, GAME.name)


async def _bare(target: str, spoken: Sequence[tuple[int, T]], built: Callable[[T], bot_pb2.ToBot]) -> None:
    options = [("grpc.use_local_subchannel_pool", 1)]
    channels = [grpc.aio.insecure_channel(target, options=options) for _ in range(SEATS)]
    streams: list[Any] = [BotStub(channel).Play(wait_for_ready=True) for channel in channels]
    for seat, words in spoken:
        stream = streams[seat]
        message = built(words)
        await stream.write(message)
        if message.HasField("ask") or message.HasField("welcome"):
            await stream.read()
    for stream, channel in zip(streams, channels, strict=True):
        await stream.done_writing()
        await channel.close()


@contextmanager
def bot() -> Iterator[Path]:
    """The folder of the socket of a bot that answers at once; its process ends with the block."""
    with tempfile.TemporaryDirectory(prefix="athanor-bench-") as folder:
        socket = Path(folder, SOCKET)
        process = subprocess.Popen([sys.executable, "-m", "arena.cli.bench.pong", str(socket)])
        try:
            while not socket.exists():
                if process.poll() is not None:
                    raise RuntimeError("the benchmark's bot did not start")
                time.sleep(0.01)
            yield Path(folder)
        finally:
            process.kill()
            process.wait()


# --- in one process


def _local(effort: Effort) -> Iterator[Row]:
    matches = effort.of(LOCAL)
    for name in ("random", "greedy"):
        bots = [functions_of(house_bots(GAME.name)[name]) for _ in range(SEATS)]
        ours, theirs = partial(_decision, _played, bots, matches), partial(_decision, _alone, bots, matches)
        figures = in_turns(ours, theirs, effort)
        what = f"decision of `athanor play`, {name}"
        yield cost("referee-local", what, "the engine alone", figures, "µs", *DECISION)


def _decision(work: Callable[[bytes, list[Functions]], int], bots: list[Functions], matches: int) -> float:
    began = time.perf_counter()
    decisions = sum(work(number.to_bytes(32, "big"), bots) for number in range(matches))
    return (time.perf_counter() - began) / decisions * 1e6


def _played(seed: bytes, bots: list[Functions]) -> int:
    match = Match(GAME, seats=SEATS, options={}, seed=seed, clock=CLOCK)
    play(match, bots)
    return len(match.decisions)


def _alone(seed: bytes, bots: list[Functions]) -> int:
    """The same bots asked by the shortest loop there is: no clock, no conduct, no record."""
    options = GAME.settle(SEATS, {})
    welcomes = Match(GAME, seats=SEATS, options=options, seed=seed, clock=CLOCK).welcomes
    state = GAME.new(SEATS, options, Seeded(seed)).state
    decisions = 0
    while state.to_act:
        seat = state.to_act[0]
        ask = BareAsk(state, seat, decisions, welcomes[seat])
        state.apply(seat, ask.actions[bots[seat].choose(ask)])
        decisions += 1
    return decisions


class BareAsk:
    """What the benchmark's bots look at, from the engine without detour."""

    __slots__ = ("actions", "number", "seat", "state", "welcome")

    def __init__(self, state: Any, seat: int, number: int, welcome: Any) -> None:
        self.state = state
        self.seat = seat
        self.number = number
        self.welcome = welcome
        self.actions = list(state.legal(seat))

    @property
    def view(self) -> Any:
        return self.state.view(self.seat)

    @property
    def legal(self) -> list[Any]:
        return [GAME.actions.document(action) for action in self.actions]
