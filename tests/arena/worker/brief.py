"""The worker's app as it runs, except that what a dead worker held comes back soon, and that it thinks itself
alone."""

from __future__ import annotations

from arena.orders import broker
from sandbox import load

broker.REDELIVERY = 3
load.free_processors = lambda: 64.0

from arena.worker.celery import app as app  # noqa: E402 - it reads the settings when it is imported

app.conf.worker_soft_shutdown_timeout = 0.5
