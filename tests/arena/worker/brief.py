"""The worker's app as it runs, except that what a dead worker held comes back soon."""

from __future__ import annotations

from arena.orders import broker

broker.REDELIVERY = 3

from arena.worker.celery import app as app  # noqa: E402 - it reads the settings when it is imported

app.conf.worker_soft_shutdown_timeout = 0.5
