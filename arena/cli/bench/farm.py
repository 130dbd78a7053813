"""What a match waits for while others upload: against the same match on the same platform while nobody does."""

from __future__ import annotations

import itertools
import json
import secrets
import tempfile
import time
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from celery import Celery

from arena.blobs.store import FolderStore
from arena.cli.bench.embedded import driver_here, platform
from arena.cli.bench.lines import Line, cost
from arena.cli.bench.match import ordered
from arena.cli.bench.measure import Effort, in_turns, or_not_run
from arena.orders import broker
from arena.orders.envelopes import packed
from arena.orders.lanes import Lane
from arena.orders.queues import CHECK_BUNDLE
from athanor_contract.bundle import Bundle, pack, read
from athanorpb.farm.values import Attempt, CheckOrder, Clock, Trial

GAME = "poison"
UPLOADS = 20
SLOW_BOT = b"import time\ndef choose(ask):\n    time.sleep(0.5)\n    return 0\n"
CHECKED_FOR = 20.0
"""Seconds after which a slow upload is given up: it is there for as long as the match is waited for."""
BUDGET, GOAL = 1.5, 1.1


def measure(effort: Effort) -> Iterator[Line]:
    with tempfile.TemporaryDirectory(prefix="athanor-bench-") as folder:
        yield or_not_run("farm", "a match while uploads are checked", partial(_measured, Path(folder), effort))


def _measured(folder: Path, effort: Effort) -> Line:
    driver = driver_here(folder / "reference")
    uploads = effort.of(UPLOADS, 2)
    var = folder / "uploads"
    # Sent straight to the farm: what a site would ask of it, without the quota of its authors.
    with platform(var, BACKLOG="0") as environment:
        app = Celery("bench")
        app.conf.update(broker.settings(_broker(environment)))
        bundle = FolderStore(var / "blobs").put(pack(_slow_bot()))
        numbers = itertools.count()

        def ours() -> float:
            until = time.time() + CHECKED_FOR
            for _ in range(uploads):
                order = _check(f"bench-{next(numbers)}", bundle, until)
                app.send_task(CHECK_BUNDLE, args=[packed(order)], queue=Lane.CHECKS.queue)
            try:
                return ordered(environment)
            finally:
                time.sleep(max(0.0, until - time.time()))

        figures = in_turns(ours, partial(ordered, environment), effort)
        app.close()
    what = f"order to settled while {uploads} slow uploads are checked, {driver.name}"
    return cost("farm", what, "the same without uploads", figures, "ms", BUDGET, GOAL)


def _check(upload: str, bundle: str, until: float) -> CheckOrder:
    return CheckOrder(
        upload=upload,
        attempt=Attempt(1, secrets.token_hex(8)),
        bundle=bundle,
        trials=(Trial(GAME, Clock()),),
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
