"""What one pool process keeps from match to match: its event loop, bundles, sandbox driver, live feed."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from functools import cache
from typing import Any, Final

from arena.blobs.store import BlobStore, FolderStore
from arena.live.publishing import Publisher
from arena.worker.bundles import Bundles
from arena.worker.claims import Claims
from arena.worker.environment import Settings, settings
from sandbox.drivers import driver_named
from sandbox.interface import Driver

AGAIN_AFTER: Final = 10.0


class Farm:
    def __init__(self, given: Settings) -> None:
        self.settings = given
        self.store: BlobStore = FolderStore(given.blobs)
        self.bundles = Bundles(given.state / "bundles", self.store)
        self.claims = Claims(given.state / "claims")
        self.driver: Driver = driver_named(given.sandbox, given.state / "sandbox")
        self.live = Publisher(given.live_url) if given.live_url else None
        self.loop = asyncio.Runner()
        self.sent: deque[tuple[float, dict[str, Any]]] = deque()
        """When each record went to the site that has gone there once only, the oldest first."""

    def due_again(self) -> list[dict[str, Any]]:
        """Records that were sent `AGAIN_AFTER` seconds ago and more; each is given once."""
        due = []
        while self.sent and time.monotonic() - self.sent[0][0] > AGAIN_AFTER:
            due.append(self.sent.popleft()[1])
        return due


@cache
def farm() -> Farm:
    """This process's own; made at its first order, and so after the fork."""
    return Farm(settings())


def sweep(given: Settings) -> int:
    """Removes what earlier processes of this worker left behind: how many sandboxes that were."""
    Claims(given.state / "claims").sweep()
    driver = driver_named(given.sandbox, given.state / "sandbox")
    return asyncio.run(driver.sweep())
