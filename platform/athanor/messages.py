"""The one door through which messages leave the site."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from kombu.exceptions import OperationalError

from athanor.celery import app

log = logging.getLogger(__name__)


def send(task: str, document: Mapping[str, Any], queue: str) -> bool:
    """Whether the broker took the message. It may be away: the row that is sent stays, and the sweeper repeats."""
    try:
        app.send_task(task, args=[document], queue=queue)
    except (OperationalError, OSError) as error:
        log.warning("the broker did not take a message; the sweeper will send it again: %s", error)
        return False
    return True
