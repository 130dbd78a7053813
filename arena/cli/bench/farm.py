"""What the farm makes its users wait for: a newcomer for its first matches, and a match for what others upload.

Both are measured on a whole embedded platform that has nothing else to do. The reference of the newcomer are the
same matches, of the same bots in the same sandboxes, played by a bare referee one after another. That of the
match is the same match on the same platform while nothing is uploaded.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import tempfile
import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from celery import Celery

from arena.blobs.store import FolderStore
from arena.bundle import Bundle, pack, read
from arena.cli.bench import match
from arena.cli.bench.lines import CannotRun, Line, cost
from arena.cli.bench.measure import Effort, in_turns, or_not_run
from arena.games.registry import game_named
from arena.orders import broker
from arena.orders.documents import CheckOrder, Clock, Entrant, MatchOrder, Trial, document
from arena.orders.lanes import Lane
from arena.orders.queues import CHECK_BUNDLE
from arena.referee.conduct import Void
from arena.referee.driver import referee
from arena.worker.bundles import Bundles
from arena.worker.table import Table
from sandbox.drivers import driver_named
from sandbox.interface import Driver, SandboxFault

LADDER = "poison"
FIRST_MATCHES = 10
NEWCOMER_BUDGET, NEWCOMER_GOAL = 3.0, 1.5
UPLOADS = 20
SLOW_BOT = b"import time\ndef choose(ask):\n    time.sleep(0.5)\n    return 0\n"
CHECKED_FOR = 20.0
"""Seconds after which a slow upload is given up: it is there for as long as the match is waited for."""
WAIT_BUDGET, WAIT_GOAL = 1.5, 1.1


def measure(effort: Effort) -> Iterator[Line]:
    with tempfile.TemporaryDirectory(prefix="athanor-bench-") as name:
        folder = Path(name)
        yield or_not_run("newcomer", "acceptance to rated matches", partial(_newcomer, folder, effort))
        yield or_not_run("farm", "a match while uploads are checked", partial(_beside_uploads, folder, effort))


# --- the newcomer


def _newcomer(folder: Path, effort: Effort) -> Line:
    driver = _driver(folder / "reference")
    number = effort.of(FIRST_MATCHES, 2)
    farm = match.platform(folder / "newcomer", BACKLOG="1", NEWCOMERS="1")
    with farm as environment, asyncio.Runner() as runner:
        played: dict[str, Any] = {}

        def ours() -> float:
            played.update(match.asked(environment, "time_newcomer", LADDER, "--matches", str(number)))
            milliseconds: float = played["ms"]
            return milliseconds

        def theirs() -> float:
            bundles = Bundles(folder / "bundles", FolderStore(folder / "newcomer" / "blobs"))
            began = time.perf_counter()
            for order in _orders(played):
                runner.run(_played(driver, bundles, order))
            return (time.perf_counter() - began) * 1000

        figures = in_turns(ours, theirs, effort)
    what, reference = f"acceptance to {number} rated matches, {driver.name}", "the same matches one after another"
    return cost("newcomer", what, reference, figures, "ms", NEWCOMER_BUDGET, NEWCOMER_GOAL)


def _orders(played: Mapping[str, Any]) -> Iterator[MatchOrder]:
    for number, one in enumerate(played["matches"]):
        yield MatchOrder(
            match=f"reference-{number}",
            attempt=1,
            token="",
            game=game_named(LADDER).name,
            options=one["options"],
            seed=f"{number:064x}",
            clock=Clock(**played["clock"]),
            seats=tuple(Entrant("", 1, digest) for digest in one["bots"]),
            deadline=0.0,
        )


async def _played(driver: Driver, bundles: Bundles, order: MatchOrder) -> None:
    bots = [bundles.unpacked(seat.bundle) for seat in order.seats]
    async with Table(driver, bots, order.clock) as table:
        ended = await referee(order, game_named(order.game), table.players, hosts=table.hosts)
    if isinstance(ended, Void):
        raise RuntimeError(f"a match of the reference is void: {ended.reason}")


# --- the match beside uploads


def _beside_uploads(folder: Path, effort: Effort) -> Line:
    driver = _driver(folder / "reference")
    uploads = effort.of(UPLOADS, 2)
    var = folder / "uploads"
    # Sent straight to the farm: what a site would ask of it, without the quota of its authors.
    with match.platform(var, BACKLOG="0") as environment:
        app = Celery("bench")
        app.conf.update(broker.settings(_broker(environment)))
        bundle = FolderStore(var / "blobs").put(pack(_slow_bot()))
        numbers = itertools.count()

        def ours() -> float:
            until = time.time() + CHECKED_FOR
            for _ in range(uploads):
                order = _check(f"bench-{next(numbers)}", bundle, until)
                app.send_task(CHECK_BUNDLE, args=[document(order)], queue=Lane.CHECKS.queue)
            try:
                return match.ordered(environment)
            finally:
                time.sleep(max(0.0, until - time.time()))

        figures = in_turns(ours, partial(match.ordered, environment), effort)
        app.close()
    what = f"order to settled while {uploads} slow uploads are checked, {driver.name}"
    return cost("farm", what, "the same without uploads", figures, "ms", WAIT_BUDGET, WAIT_GOAL)


def _check(upload: str, bundle: str, until: float) -> CheckOrder:
    return CheckOrder(
        upload=upload,
        attempt=1,
        token=secrets.token_hex(8),
        bundle=bundle,
        trials=(Trial(LADDER, Clock()),),
        deadline=until,
        seconds=max(1.0, until - time.time()),
    )


def _slow_bot() -> Bundle:
    return read(SLOW_BOT, "slow.py")


def _broker(environment: Mapping[str, str]) -> str:
    """Where the broker of an embedded platform is, from the file that its supervisor writes."""
    for line in (Path(environment["ATHANOR_VAR"]) / "environment").read_text().splitlines():
        name, _, value = line.partition("=")
        if name == "ATHANOR_BROKER_URL":
            return json.loads(value) if value.startswith('"') else value
    raise RuntimeError("the benchmark's platform does not say where its broker is")


def _driver(state: Path) -> Driver:
    try:
        return driver_named("auto", state)
    except SandboxFault as fault:
        raise CannotRun(str(fault), "`athanor doctor` says what this machine lacks for a sandbox") from fault
