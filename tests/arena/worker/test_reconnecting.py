"""What a worker may take from the broker stays what it was when the connection was lost."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from celery import Celery
from celery.worker.consumer import Consumer
from kombu import Connection

from arena.orders import broker


# Celery says at each loss that it could have called off what is played.
@pytest.mark.filterwarnings("ignore::celery.exceptions.CPendingDeprecationWarning")
def test_a_lost_connection_does_not_change_how_many_orders_the_old_queues_consumer_takes() -> None:
    with Celery("test", set_as_current=False) as app:
        app.conf.update(broker.settings("redis://nowhere"))
        consumer = SimpleNamespace(
            app=app,
            connection=Connection("memory://"),
            initial_prefetch_count=16,
            max_prefetch_count=80,
            prefetch_multiplier=1,
            qos_global=True,
        )
        Consumer.on_connection_error_after_connected(consumer, ConnectionResetError())
    assert consumer.initial_prefetch_count == 16
