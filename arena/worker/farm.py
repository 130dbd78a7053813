"""What one pool process keeps from match to match: its event loop, bundles, sandbox driver, live feed."""

from __future__ import annotations

import asyncio
from functools import cache

from arena.blobs.store import BlobStore, FolderStore
from arena.live.publishing import Publisher
from arena.worker.bundles import Bundles
from arena.worker.claims import Claims
from arena.worker.environment import Settings, settings
from sandbox.drivers import driver_named
from sandbox.interface import Driver


class Farm:
    def __init__(self, given: Settings) -> None:
        self.settings = given
        self.store: BlobStore = FolderStore(given.blobs)
        self.bundles = Bundles(given.state / "bundles", self.store)
        self.claims = Claims(given.state / "claims")
        self.driver: Driver = driver_named(given.sandbox, given.state / "sandbox")
        self.live = Publisher(given.live_url) if given.live_url else None
        self.loop = asyncio.Runner()


@cache
def farm() -> Farm:
    """This process's own; made at its first order, and so after the fork."""
    return Farm(settings())


def sweep(given: Settings) -> int:
    """Removes what earlier processes of this worker left behind: how many sandboxes that were."""
    Claims(given.state / "claims").sweep()
    driver = driver_named(given.sandbox, given.state / "sandbox")
    return asyncio.run(driver.sweep())
