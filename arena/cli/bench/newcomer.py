"""What a bot that is new on a ladder waits for: its first ten rated matches, from the moment that it is accepted.

Ours is a whole embedded platform whose ladder has nothing else to do. The reference are the same matches, of the
same bots in the same sandboxes, played by a bare referee one after another.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from arena.blobs.store import FolderStore
from arena.cli.bench.embedded import asked, driver_here, platform
from arena.cli.bench.lines import Compared, Line, Measurement, cost
from arena.cli.bench.measure import Effort, in_turns, or_not_run
from arena.games.registry import game_named
from arena.referee.conduct import Void
from arena.referee.driver import referee
from arena.worker.bundles import Bundles
from arena.worker.table import Table
from athanorpb.farm.values import Clock, Entrant, MatchOrder
from sandbox.interface import Driver

LADDER = "poison"
MATCHES = 10
MINUTE = 60_000.0
BUDGET, GOAL = 3.0, 1.5


def measure(effort: Effort) -> Iterator[Line]:
    with tempfile.TemporaryDirectory(prefix="athanor-bench-") as folder:
        found = or_not_run("newcomer", "acceptance to rated matches", partial(_measured, Path(folder), effort))
    yield found
    if isinstance(found, Measurement) and not effort.short:
        yield owed(found.ours)


def owed(milliseconds: float) -> Line:
    """What an author is promised: an idle machine with two cores plays the first matches within a minute."""
    figures = Compared(milliseconds, MINUTE)
    return cost("newcomer", f"acceptance to {MATCHES} rated matches", "a minute", figures, "ms", 1.0)


def _measured(folder: Path, effort: Effort) -> Line:
    driver = driver_here(folder / "reference")
    number = effort.of(MATCHES, 2)
    farm = platform(folder / "newcomer", BACKLOG="1", NEWCOMERS="1")
    with farm as environment, asyncio.Runner() as runner:
        played: dict[str, Any] = {}

        def ours() -> float:
            played.update(asked(environment, "time_newcomer", LADDER, "--matches", str(number)))
            milliseconds: float = played["ms"]
            return milliseconds

        def theirs() -> float:
            bundles = Bundles(FolderStore(folder / "newcomer" / "blobs"))
            began = time.perf_counter()
            for order in _orders(played):
                runner.run(_played(driver, bundles, order))
            return (time.perf_counter() - began) * 1000

        # Ten matches twice over are a minute and more, and vary little: three pairs of them are enough.
        figures = in_turns(ours, theirs, effort._replace(repetitions=min(effort.repetitions, 3)))
    what = f"acceptance to {number} rated matches, {driver.name}"
    return cost("newcomer", what, "the same matches one after another", figures, "ms", BUDGET, GOAL)


def _orders(played: Mapping[str, Any]) -> Iterator[MatchOrder]:
    for number, one in enumerate(played["matches"]):
        yield MatchOrder(
            match=f"reference-{number}",
            game=game_named(LADDER).name,
            options=one["options"],
            seed=f"{number:064x}",
            clock=Clock(**played["clock"]),
            seats=tuple(Entrant("", 1, digest) for digest in one["bots"]),
            deadline=0.0,
        )


async def _played(driver: Driver, bundles: Bundles, order: MatchOrder) -> None:
    bots = [bundles.packed(seat.bundle) for seat in order.seats]
    async with Table(driver, bots, order.clock) as table:
        ended = await referee(order, game_named(order.game), table.players, hosts=table.hosts)
    if isinstance(ended, Void):
        raise RuntimeError(f"a match of the reference is void: {ended.reason}")
