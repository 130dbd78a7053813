"""The site's Celery app: queue `site`, where everything touches the database.

Processes: any number of web processes only send; one worker (`celery -A athanor.celery worker -Q site`)
settles records and runs the periodic tasks; one beat (`celery -A athanor.celery beat`) wakes it. Messages
are wake-ups: a lost or doubled one changes nothing, since every task begins with a conditional UPDATE.
"""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging
from django.conf import settings

from arena.orders.queues import ARENA_QUEUE, CHECK_BUNDLE, PLAY_MATCH, SITE_QUEUE

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "athanor.settings")

LEASE = 120
"""Seconds after which a Redis broker gives a dead worker's message to another one."""

app = Celery("athanor")
app.conf.update(
    broker_url=settings.BROKER_URL,
    task_ignore_result=True,
    task_default_queue=SITE_QUEUE,
    task_routes={PLAY_MATCH: {"queue": ARENA_QUEUE}, CHECK_BUNDLE: {"queue": ARENA_QUEUE}},
    task_serializer="json",
    accept_content=["json"],
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    broker_connection_retry_on_startup=True,
    worker_hijack_root_logger=False,
    worker_cancel_long_running_tasks_on_connection_loss=False,
    beat_schedule_filename=str(settings.VAR / "beat-schedule"),
    beat_schedule={
        "sweep": {"task": "site.sweep", "schedule": 5.0, "options": {"expires": 5}},
        "matchmake": {"task": "site.matchmake", "schedule": 3.0, "options": {"expires": 3}},
        "epochs": {"task": "site.turn_epochs", "schedule": 30.0, "options": {"expires": 30}},
    },
)


def transport_options(url: str) -> dict[str, Any]:
    """Redis gives back what a killed worker held only when told to look for it; AMQP does so by itself."""
    if not url.startswith(("redis", "rediss", "unix", "sentinel")):
        return {"confirm_publish": True}
    return {
        "visibility_timeout": LEASE,
        "unacked_restore_interval": 1,
        "unacked_restore_throttle": 1,
        "socket_timeout": 10,
        "socket_connect_timeout": 3,
    }


app.conf.broker_transport_options = transport_options(settings.BROKER_URL)
app.autodiscover_tasks()


@setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Celery would set up logging of its own; Django has already done ours."""
