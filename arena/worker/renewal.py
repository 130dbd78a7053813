"""What a living worker holds is not delivered again by Redis, however long it waits or plays.

Redis knows no consumers. kombu lists there when each message was delivered; whichever process looks next puts back
what has been listed for `broker.REDELIVERY` seconds, even if a living worker holds it. So these seconds are a
lease: a worker renews it for all that it holds, and what a dead worker held comes back soon. A longer time for all
messages would make the orders of a dead worker wait as long, and cost each match that it played an attempt.
"""

from __future__ import annotations

import time
from typing import Any

from celery import bootsteps

from arena.orders import broker
from arena.worker.farm import farm

RENEWALS_A_LEASE = 4


class Renewal(bootsteps.StartStopStep):
    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, c: Any) -> None:
        channel = c.connection.default_channel
        # No other broker needs it.
        if hasattr(channel, "unacked_index_key"):
            # Celery ends it with the connection.
            c.hub.call_repeatedly(broker.REDELIVERY / RENEWALS_A_LEASE, _renew, channel)


def _renew(channel: Any) -> None:
    tags = [tag for tag in list(farm().held.values()) if tag is not None]
    if tags:
        with channel.conn_or_acquire() as client:
            # Only what is still listed: it may have come back already, after a long stop of this process.
            client.zadd(channel.unacked_index_key, dict.fromkeys(tags, time.time()), xx=True)
