"""What a worker tells the site of itself: its host, and how far its sandboxes are kept apart."""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from arena.orders.queues import REPORTS_EVERY
from arena.worker.farm import Farm
from athanorpb.farm.values import WorkerReport

BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
"""One for each start of a kernel, in all its containers."""

log = logging.getLogger(__name__)


def report(farm: Farm) -> WorkerReport:
    return WorkerReport(
        name=farm.settings.name,
        host=host(),
        sandbox=farm.driver.name,
        container_runtime=farm.driver.container_runtime,
        isolation=farm.isolation,
    )


def host() -> str:
    return hashlib.sha256(b"athanor host " + BOOT_ID.read_bytes().strip()).hexdigest()[:16]


def keep_reporting(farm: Farm, send: Callable[[WorkerReport], None]) -> None:
    """Now and every minute until the worker ends, in a thread: the broker or sandboxd may be slow, or away."""
    threading.Thread(target=_keep_reporting, args=(farm, send), name="registration", daemon=True).start()


def _keep_reporting(farm: Farm, send: Callable[[WorkerReport], None]) -> None:
    while True:
        report_once(farm, send)
        if farm.ending.wait(REPORTS_EVERY):
            return


def report_once(farm: Farm, send: Callable[[WorkerReport], None]) -> None:
    """With the level that its sandboxes have now."""
    try:
        farm.look_again()
    except Exception as problem:
        log.warning("the level of the sandboxes here is not known now: %s: %s", type(problem).__name__, problem)
    try:
        send(report(farm))
    except Exception as problem:
        log.warning("the site was not told of this worker: %s: %s", type(problem).__name__, problem)
