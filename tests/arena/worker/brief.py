"""The worker's app as it runs, except for what the test says: how soon it gives back what it holds, how long an
order may wait there, how many processors are free, and which level its sandboxes are said to have."""

from __future__ import annotations

import os
from pathlib import Path

from arena.orders import broker, queues
from athanorpb.isolation import Isolation, isolation_of
from sandbox import load
from sandbox.drivers.bubblewrap import Bubblewrap

broker.REDELIVERY = int(os.environ["TEST_REDELIVERY"])
load.free_processors = lambda: float(os.environ["TEST_PROCESSORS"])

if "TEST_LEVEL" in os.environ:

    def isolation(self: Bubblewrap) -> Isolation:
        return isolation_of(Path(os.environ["TEST_LEVEL"]).read_text())

    Bubblewrap.isolation = isolation  # type: ignore[method-assign]
    queues.REPORTS_EVERY = 1

from arena.worker import ending, gate  # noqa: E402 - the modules of the worker take what was replaced above
from arena.worker.celery import app as app  # noqa: E402 - it reads the settings when it is imported

ending.GIVE_BACK_AFTER = float(os.environ["TEST_GIVE_BACK_AFTER"])
gate.LONGEST_WAIT = float(os.environ["TEST_LONGEST_WAIT"])
