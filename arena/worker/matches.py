"""One match order, played: the record that goes back."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterator

from arena.blobs.store import Corrupt, Missing
from arena.games.registry import UnknownGame, game_named
from arena.kernel.options import BadOptions
from arena.referee.conduct import Void, shortened
from arena.referee.driver import Finished, Sink, referee
from arena.referee.recording import retold
from arena.worker.farm import Farm
from arena.worker.table import Table, TooWeak
from athanor_contract.bundle import BundleFault
from athanorpb.farm.values import MatchOrder, MatchRecord
from sandbox.interface import HostStalled, SandboxFault

log = logging.getLogger(__name__)


async def play(order: MatchOrder, farm: Farm) -> MatchRecord:
    """Whatever goes wrong on our side makes a record that says so; but TooWeak is raised: another may do."""
    started = time.time()
    try:
        game = game_named(order.game)
        # In a thread: others are played on this loop.
        bots = [await asyncio.to_thread(farm.bundles.packed, seat.bundle) for seat in order.seats]
        async with asyncio.timeout(order.seconds):
            least = order.least_isolation
            async with Table(farm.driver, bots, order.clock, farm.settings.freeze, least=least) as table:
                with watched(order, farm) as sink:
                    finished = await referee(order, game, table.players, hosts=table.hosts, sink=sink)
    except TimeoutError:
        return void(order, farm, f"out of time: the match did not end within {order.seconds:g} seconds", started)
    except (UnknownGame, BadOptions) as problem:
        return void(order, farm, f"this worker cannot play it: {problem}", started)
    except (Missing, Corrupt) as problem:
        return void(order, farm, f"a bundle is not in the blob store: {problem}", started)
    except BundleFault as problem:
        return void(order, farm, f"a bundle cannot be unpacked: {problem}", started)
    except TooWeak:
        raise
    except SandboxFault as problem:
        stalled = isinstance(problem, HostStalled)
        return void(order, farm, f"the sandbox failed: {problem}", started, stalled=stalled)
    except Exception as problem:
        log.exception("match %s: the worker failed", order.match)
        return void(order, farm, f"the worker failed: {type(problem).__name__}: {problem}", started)
    if isinstance(finished, Void):
        return void(order, farm, finished.reason, started, stalled=finished.stalled)
    return await asyncio.to_thread(_record, order, farm, table, finished, started)


@contextlib.contextmanager
def watched(order: MatchOrder, farm: Farm) -> Iterator[Sink | None]:
    """The referee's sink, while a match is played: spectators see it where there is a live feed."""
    if farm.live is None or order.sealed:
        yield None
        return
    feed = farm.live.feed(order)
    try:
        yield feed.tell
    finally:
        feed.close()


def _record(order: MatchOrder, farm: Farm, table: Table, finished: Finished, started: float) -> MatchRecord:
    accounts = table.accounts(finished.seats, farm.store)
    for seat, account in enumerate(accounts):
        if account.out:
            bot, version = order.seats[seat].bot, order.seats[seat].version
            words = (order.match, seat, bot, version, account.out, account.out_detail)
            log.info("match %s: seat %d, %s version %d, was out: %s: %s", *words)
    return MatchRecord(
        match=order.match,
        attempt=order.attempt,
        outcome="finished",
        reason=finished.result.reason,
        worker=farm.settings.name,
        sandbox=farm.driver.name,
        container_runtime=farm.driver.container_runtime,
        isolation=table.isolation,
        scores=finished.result.scores,
        ranks=finished.result.ranks,
        seats=accounts,
        progress=finished.progress,
        plies=finished.plies,
        replay=farm.store.put(retold(finished.replay, accounts)),
        chain=finished.chain,
        started=started,
        ended=time.time(),
    )


def void(order: MatchOrder, farm: Farm, reason: str, started: float, *, stalled: bool = False) -> MatchRecord:
    log.warning("match %s, attempt %d: void: %s", order.match, order.attempt.number, reason)
    return MatchRecord(
        match=order.match,
        attempt=order.attempt,
        outcome="void",
        reason=shortened(reason),
        worker=farm.settings.name,
        sandbox=farm.driver.name,
        container_runtime=farm.driver.container_runtime,
        stalled=stalled,
        started=started,
        ended=time.time(),
    )
