"""The arena worker's Celery app: `celery -A arena.worker.celery:app worker`."""

from __future__ import annotations

import logging
from typing import Any

from celery import Celery
from celery.signals import celeryd_after_setup, setup_logging, worker_init, worker_ready

from arena.kernel.plugin import BadPlugin
from arena.orders import broker
from arena.orders.lanes import Lane
from arena.orders.queues import ARENA_QUEUE
from arena.worker import farm
from arena.worker.consumers import LaneConsumers
from arena.worker.ending import end_on_signals
from arena.worker.environment import settings
from arena.worker.renewal import Renewal
from arena.worker.threads import Threads
from sandbox.interface import SandboxFault
from sandbox.lines import log_to_stderr
from sandbox.load import give_memory_back, raise_descriptors

log = logging.getLogger(__name__)


def check_games() -> None:
    """Ends the process where one that is installed cannot be used: each of its matches would be void."""
    try:
        from arena.games.registry import GAMES

        list(GAMES)
    except BadPlugin as problem:
        raise SystemExit(f"this worker cannot play: {problem}") from None


given = settings()
check_games()
app = Celery("arena", include=["arena.worker.tasks"])
app.conf.update(
    broker.settings(given.broker_url),
    task_default_queue=ARENA_QUEUE,
    worker_pool="arena.worker.threads:Threads",
    # A thread that waits for its match costs next to nothing. As many for the old queue as for a lane.
    worker_concurrency=given.lane_orders * (len(Lane) + 1),
)
app.steps["consumer"].update((LaneConsumers, Renewal))


@setup_logging.connect
def plain_lines(**_: Any) -> None:
    log_to_stderr()


@worker_init.connect
def sweep_leftovers(**_: Any) -> None:
    """Before the first order is taken: every sandbox of this worker is of an earlier process."""
    # Each bot takes two: what asks sandboxd for it, and the line to it.
    raise_descriptors()
    give_memory_back()
    try:
        gone = farm.sweep(given)
        farm.farm()
    except SandboxFault as fault:
        # Not an exception: Celery would log it and take orders that nobody here can play.
        raise SystemExit(f"this machine cannot run bots: {fault}") from None
    if gone:
        log.warning("swept %d sandboxes that an earlier life of this worker left behind", gone)


@celeryd_after_setup.connect
def check_the_pool(instance: Any, **_: Any) -> None:
    """Orders are played on the event loop of this very process, and each lane needs threads that wait for it."""
    if instance.pool_cls is not Threads or instance.concurrency < app.conf.worker_concurrency:
        raise SystemExit(
            "start the arena worker without -P and -c: it plays many orders at once, as many of each lane as"
            " ATHANOR_LANE_ORDERS says (`celery -A arena.worker.celery:app worker`)"
        )


@worker_ready.connect
def watch(**_: Any) -> None:
    here = farm.farm()
    here.loop.end_process_if_hung(here.give_up)
    end_on_signals()
