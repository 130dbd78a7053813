"""The arena worker's Celery app: `celery -A arena.worker.celery:app worker -Q arena -P prefork -c N`."""

from __future__ import annotations

import ctypes
import logging
import signal
from typing import Any

from celery import Celery
from celery.signals import setup_logging, worker_init, worker_process_init

from arena.orders import broker
from arena.orders.queues import ARENA_QUEUE
from arena.worker import farm
from arena.worker.environment import settings
from sandbox.interface import SandboxFault
from sandbox.lines import log_to_stderr

GIVE_BACK_AFTER = 3.0
"""Seconds that a match in play gets when the worker is told to end."""
HARD_LIMIT = 3600
"""Seconds after which a pool process that still plays is hung, whatever the order said."""
PR_SET_PDEATHSIG = 1

log = logging.getLogger(__name__)

given = settings()
app = Celery("arena", include=["arena.worker.tasks"])
app.conf.update(
    broker.settings(given.broker_url),
    task_default_queue=ARENA_QUEUE,
    task_time_limit=HARD_LIMIT,
    worker_soft_shutdown_timeout=GIVE_BACK_AFTER,
)


@setup_logging.connect
def plain_lines(**_: Any) -> None:
    log_to_stderr()


@worker_init.connect
def sweep_leftovers(**_: Any) -> None:
    """In the parent, before there is a pool: nobody of this worker plays yet."""
    try:
        gone = farm.sweep(given)
    except SandboxFault as fault:
        # Not an exception: Celery would log it and take orders that nobody here can play.
        raise SystemExit(f"this machine cannot run bots: {fault}") from None
    if gone:
        log.warning("swept %d sandboxes that an earlier life of this worker left behind", gone)


@worker_process_init.connect
def die_with_the_parent(**_: Any) -> None:
    """A pool process without its parent would play on, unseen: the kernel ends it, and with it its bots."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
