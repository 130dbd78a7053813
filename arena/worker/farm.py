"""What a worker keeps from match to match: its event loop, gate, bundles, sandbox driver, live feed."""

from __future__ import annotations

import asyncio
import shutil
import threading
import time
from collections import deque
from concurrent.futures import Future
from functools import cache, cached_property
from typing import Any, Final

from arena.blobs.store import BlobStore, FolderStore
from arena.live.publishing import Publisher
from arena.orders.lanes import Lane
from arena.worker.building import BuildPlaces
from arena.worker.bundles import Bundles
from arena.worker.claims import Claims
from arena.worker.environment import Settings, settings
from arena.worker.gate import Gate
from arena.worker.loop import LoopThread
from arena.worker.sets import EndedSets
from arena.worker.waking import Waker
from athanorpb.isolation import Isolation, weakest
from sandbox.drivers import driver_named
from sandbox.interface import MOST_BUILDING, Driver

AGAIN_AFTER: Final = 10.0


class Farm:
    def __init__(self, given: Settings) -> None:
        self.settings = given
        self.store: BlobStore = FolderStore(given.blobs)
        self.bundles = Bundles(self.store)
        self.claims = Claims(given.state / "claims")
        self.ended_sets = EndedSets(given.state.parent / "ended-sets")
        self.driver: Driver = driver_named(given.sandbox, given.state / "sandbox")
        self.isolation = self.driver.isolation()
        """Of its sandboxes, as far as it is known."""
        self.live = Publisher(given.live_url) if given.live_url else None
        self.waker = Waker()
        self.gate = Gate(changed=self.waker.wake, workers=given.workers_here)
        # All workers of the machine build in the same sandboxd.
        self.build_places = BuildPlaces(max(1, MOST_BUILDING // given.workers_here), changed=self.waker.wake)
        self._sent: deque[tuple[float, dict[str, Any]]] = deque()
        """When each record went to the site that has gone there once only, the oldest first."""
        self._sending = threading.Lock()
        self.places = {lane: threading.BoundedSemaphore(given.lane_orders) for lane in Lane}
        """Of each lane so many orders are taken at once: after a lost connection the broker gives out again what
        is still being played."""
        self.in_play: set[str] = set()
        """The tokens of what is played. An order that waits for its turn cannot have hung the worker."""
        self.held: dict[Future[Any], str | None] = {}
        """The broker's tags of the messages whose orders have not ended here; RabbitMQ's say nothing elsewhere."""
        self.ending = threading.Event()
        """Whether the worker was told to end."""

    @cached_property
    def loop(self) -> LoopThread:
        return LoopThread()

    def may_hold(self, lane: Lane) -> int:
        """Orders of the lane that this worker may have at once: those that it plays, and the next one, unless that
        was given back. Uploads that wait for a place to be built in are not the next one: what is behind them may
        have nothing to build.
        """
        waiting = self.build_places.waiting if lane is Lane.CHECKS else 0
        following = 0 if lane in self.gate.full else 1
        # Never 0, which is no bound at all: another thread counts on what is played just now.
        return max(1, min(self.gate.playing[lane] + waiting + following, self.settings.lane_orders))

    def weaken(self, found: Isolation) -> None:
        """Sandboxes turned out to have that level, as those of a sandboxd that was started anew may: what requires
        more is not taken any more."""
        self.isolation = weakest([self.isolation, found])
        self.waker.wake()

    def take_no_more(self) -> None:
        """All orders go back that wait for their turn; called on the loop."""
        self.gate.close()
        self.build_places.close()

    def give_up(self) -> None:
        """What is played, for good: one of these matches has hung the worker."""
        for token in tuple(self.in_play):
            self.claims.give_up(token)

    def was_sent(self, signed: dict[str, Any]) -> list[dict[str, Any]]:
        """Notes it; the records that were sent `AGAIN_AFTER` seconds ago and more. Each of them is given once."""
        due = []
        with self._sending:
            while self._sent and time.monotonic() - self._sent[0][0] > AGAIN_AFTER:
                due.append(self._sent.popleft()[1])
            self._sent.append((time.monotonic(), signed))
        return due


@cache
def farm() -> Farm:
    """This process's own. The first call is that of `worker_init`, before there are threads."""
    return Farm(settings())


def sweep(given: Settings) -> int:
    """Removes what earlier processes of this worker left behind: how many sandboxes that were."""
    Claims(given.state / "claims").sweep()
    # Unpacked bundles, which an earlier version kept.
    shutil.rmtree(given.state / "bundles", ignore_errors=True)
    driver = driver_named(given.sandbox, given.state / "sandbox")
    return asyncio.run(driver.sweep())
