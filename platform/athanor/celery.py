"""The site's Celery app: queue `site`, where everything touches the database.

Processes: any number of web processes only send; one worker (`celery -A athanor.celery worker -Q site`)
settles records and runs the periodic tasks; one beat (`celery -A athanor.celery beat`) wakes it. Messages
are wake-ups: a lost or doubled one changes nothing, since every task begins with a conditional UPDATE.
"""

from __future__ import annotations

import os
from typing import Any

import django
from celery import Celery
from celery.signals import beat_init, celeryd_init, import_modules, setup_logging
from django.conf import settings
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured

from arena.kernel.plugin import BadPlugin
from arena.orders import broker
from arena.orders.queues import SITE_QUEUE
from athanor import checks

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "athanor.settings")


@import_modules.connect
def set_up_django(**_: Any) -> None:
    """Before Celery does so, which would log an error with its traceback, and go on."""
    try:
        django.setup()
        if not os.environ.get("CELERY_SKIP_CHECKS"):
            run_checks()
    except (ImproperlyConfigured, BadPlugin) as wrong:
        raise SystemExit(f"athanor: {wrong}") from None


try:
    broker_url = settings.BROKER_URL
except ImproperlyConfigured as wrong:
    # Celery's command would show a traceback.
    raise SystemExit(f"athanor: {wrong}") from None

app = Celery("athanor")
app.conf.update(
    broker.settings(broker_url),
    task_default_queue=SITE_QUEUE,
    # A visitor's request may be waiting: few tries, and what could not be sent is sent by the next sweep.
    task_publish_retry_policy={"max_retries": 2, "interval_start": 0.05, "interval_step": 0.2},
    beat_schedule_filename=str(settings.VAR / "beat-schedule"),
    beat_schedule={
        "sweep": {"task": "site.sweep", "schedule": 5.0, "options": {"expires": 5}},
        "matchmake": {"task": "site.matchmake", "schedule": 2.0, "options": {"expires": 2}},
        "seasons": {"task": "site.turn_seasons", "schedule": 30.0, "options": {"expires": 30}},
        "tournaments": {"task": "site.turn_tournaments", "schedule": 5.0, "options": {"expires": 5}},
        "notices": {"task": "site.forget_notices", "schedule": 3600.0, "options": {"expires": 3600}},
        "beacon": {"task": "site.read_beacon", "schedule": 1.0, "options": {"expires": 1}},
        "storage": {"task": "site.keep_storage", "schedule": 3600.0, "options": {"expires": 3600}},
        "epochs": {"task": "site.turn_epochs", "schedule": 30.0, "options": {"expires": 30}},
    },
)
if settings.BEACON is None:
    del app.conf.beat_schedule["beacon"]
app.autodiscover_tasks()


@celeryd_init.connect
@beat_init.connect
def require_secrets(**_: Any) -> None:
    """Celery would log any other exception, and go on."""
    try:
        checks.require_secrets()
    except ImproperlyConfigured as wrong:
        raise SystemExit(f"athanor: {wrong}") from wrong


@setup_logging.connect
def keep_our_logging(**_: Any) -> None:
    """Celery would set up logging of its own; Django has already done ours."""
