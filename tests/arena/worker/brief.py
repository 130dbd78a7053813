"""The worker's app as it runs, except for what the test says: how soon it gives back what it holds, how long an
order may wait there, and how many processors are free."""

from __future__ import annotations

import os

from arena.orders import broker
from sandbox import load

broker.REDELIVERY = int(os.environ["TEST_REDELIVERY"])
load.free_processors = lambda: float(os.environ["TEST_PROCESSORS"])

from arena.worker import ending, gate  # noqa: E402 - the module of the gate takes what was replaced above
from arena.worker.celery import app as app  # noqa: E402 - it reads the settings when it is imported

ending.GIVE_BACK_AFTER = float(os.environ["TEST_GIVE_BACK_AFTER"])
gate.LONGEST_WAIT = float(os.environ["TEST_LONGEST_WAIT"])
