"""The asyncio driver: one task a match, so that one process referees many.

It asks every open question at once, bounds each wait by the question's deadline, and passes the time to the match.
Time in which the host kept a bot from running is not counted, and whoever is late is waited for as much longer
(`patience`). A host that keeps it from running altogether, or a reply that reaches us long after its deadline,
means that this host stalled, not the bot: the match is void, with the figures in its reason.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from arena.kernel.game import Game
from arena.kernel.results import Result, unfit
from arena.referee import faults
from arena.referee.alarm import Alarm
from arena.referee.asking import Ask, Document
from arena.referee.clock import IDLE_FREE
from arena.referee.conduct import Answer, HostStalled, Late, OurFault, Refusal, Reply, Void, shortened
from arena.referee.match import Match
from arena.referee.patience import Host, Patience
from arena.referee.player import Player
from arena.referee.recording import recorded
from arena.replay.file import write
from athanorpb.farm.values import MatchOrder, SeatRecord

STALL = 2_000.0
"""Milliseconds after a deadline at which we must have noticed it, or this host stalled."""
WELCOME = 1_000.0
"""Milliseconds for `ready` at least, however long the start-up took: that it came up in time was said before."""
FAREWELL = 1.0
"""Seconds that a bot gets to hear how the match ended."""

logger = logging.getLogger(__name__)

Sink = Callable[[int, list[Document]], None]
"""Called with a ply and the documents of its public events, as they happen."""


@dataclass(frozen=True, slots=True)
class Finished:
    result: Result
    progress: tuple[int, ...]
    """How far who played alone came; empty for a table of several."""
    seats: tuple[SeatRecord, ...]
    plies: int
    replay: bytes
    chain: str


def now() -> float:
    """Milliseconds on the clock of the event loop, whose timers bound the waits."""
    return asyncio.get_running_loop().time() * 1000


async def referee(
    order: MatchOrder,
    game: Game[Any, Any, Any],
    players: Sequence[Player],
    *,
    hosts: Sequence[Host | None] | None = None,
    sink: Sink | None = None,
) -> Finished | Void:
    """Plays a match to its end, whatever its bots do, and closes the players. `hosts`: what each runs on."""
    try:
        match = Match(
            game, seats=len(order.seats), options=order.options, seed=bytes.fromhex(order.seed), clock=order.clock
        )
        await _play(match, players, sink, hosts or [None] * len(players))
    except Exception as error:
        if not _is_known(error):
            logger.exception("match %s: the referee failed", order.match)
        return Void(shortened("; ".join(_messages(error))), _has_stalled(error))
    finally:
        await asyncio.gather(*(player.close() for player in players), return_exceptions=True)
    replay = recorded(match, order)
    return Finished(
        match.result, match.progress, match.accounts(), len(match.decisions), write(replay), replay.chain
    )


async def _play(match: Match, players: Sequence[Player], sink: Sink | None, hosts: Sequence[Host | None]) -> None:
    alarms = [Alarm(Patience(host)) for host in hosts]
    try:
        async with asyncio.TaskGroup() as group:
            for seat, player in enumerate(players):
                group.create_task(_welcome(match, seat, player, alarms[seat]))
        told = _tell(match, 0, sink)
        while asks := match.asks(now()):
            if len(asks) == 1:
                seat = asks[0].seat
                await _ask(match, asks[0], players[seat], alarms[seat])
            else:
                async with asyncio.TaskGroup() as group:
                    for ask in asks:
                        group.create_task(_ask(match, ask, players[ask.seat], alarms[ask.seat]))
            told = _tell(match, told, sink)
    finally:
        for alarm in alarms:
            alarm.stop()
    _tell(match, told, sink)
    if problem := unfit(match.result, match.progress):
        raise OurFault(f"the game {match.game.name} gave {problem}")
    await asyncio.gather(*(_part(match, seat, player) for seat, player in enumerate(players)))


async def _welcome(match: Match, seat: int, player: Player, alarm: Alarm) -> None:
    began = now()
    await alarm.settle()
    startup = match.rules.startup
    left = max(startup - player.startup, min(WELCOME, startup))
    alarm.set(left / 1000)
    failed = await alarm.before(player.welcome(match.welcomes[seat]))
    if isinstance(failed, Late):
        await alarm.tell_stack()
        failed = faults.START_UP_TIME.failed(allowed=startup)
    if failed is not None:
        match.failed(seat, failed)
    else:
        # Who is late is for the alarm to say: this came in time, however late it was noticed.
        took = max(player.startup, min(player.startup + now() - began - alarm.granted, startup))
        await alarm.settle()
        match.ready(seat, took, player.cpu())


async def _ask(match: Match, ask: Ask, player: Player, alarm: Alarm) -> None:
    alarm.set(ask.allowed / 1000)
    waited = player.waited()
    refusal = await _replied(match, ask, await alarm.before(player.ask(ask)), player, alarm, waited)
    while refusal is not None:
        reply = await alarm.before(player.refused(refusal))
        refusal = await _replied(match, ask, reply, player, alarm, waited)


async def _replied(
    match: Match, ask: Ask, reply: Reply, player: Player, alarm: Alarm, before: float | None
) -> Refusal | None:
    """`before`: how long its answers had been waited for when this was asked."""
    moment, withheld = now(), alarm.granted
    overdue = moment - ask.deadline - withheld
    if overdue > STALL:
        raise HostStalled(f"the host stalled: a deadline was noticed {overdue:.0f} ms late")
    cpu = player.cpu()
    if isinstance(reply, Answer):
        # Who is late is for the alarm to say: this came while it was still waited for.
        withheld += max(overdue, 0.0)
        passed = moment - ask.asked
        if before is not None and (waited := player.waited()) is not None:
            # What came after the answer had reached its guard was our time.
            passed = min(passed, waited - before)
        unaccounted = match.clocks[ask.seat].unaccounted(passed, cpu)
        if unaccounted > IDLE_FREE:
            passed -= min(await alarm.kept(), unaccounted)
        withheld = max(withheld, moment - ask.asked - passed)
    refusal = match.answer(ask.seat, reply, moment, cpu, withheld)
    if isinstance(reply, Late):
        await alarm.tell_stack()
    return refusal


async def _part(match: Match, seat: int, player: Player) -> None:
    try:
        async with asyncio.timeout(FAREWELL):
            await player.over(match.last_words(seat))
    except TimeoutError:
        # A bot that does not listen loses nothing by it: the match is over.
        return


def _tell(match: Match, told: int, sink: Sink | None) -> int:
    """Gives the sink what has happened since; returns how much of the log it knows."""
    known = len(match.log)
    if sink is not None:
        plies: dict[int, list[Document]] = {}
        for happening in match.log[told:known]:
            if happening.to is None:
                plies.setdefault(happening.ply, []).append(match.game.facts.document(happening.fact))
        for ply, documents in plies.items():
            sink(ply, documents)
    return known


def _is_known(error: Exception) -> bool:
    if isinstance(error, ExceptionGroup):
        return all(_is_known(inner) for inner in error.exceptions)
    return isinstance(error, OurFault)


def _has_stalled(error: Exception) -> bool:
    if isinstance(error, ExceptionGroup):
        return any(_has_stalled(inner) for inner in error.exceptions)
    return isinstance(error, HostStalled)


def _messages(error: Exception) -> list[str]:
    if isinstance(error, ExceptionGroup):
        return [text for inner in error.exceptions for text in _messages(inner)]
    return [str(error) if isinstance(error, OurFault) else f"{type(error).__name__}: {error}"]
