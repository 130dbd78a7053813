"""A consumer for each lane, which takes an order from the broker only when it can soon be begun, and only from the
queues of orders for which this worker's sandboxes are kept apart far enough.

Celery's own consumer has one allowance for all queues together, which the orders of one lane would use up. Each
of these has a channel of its own, and an allowance of one order more than its lane plays: what cannot be begun
here is left to other workers. What it receives goes the way of all messages of Celery.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from celery import bootsteps
from celery.exceptions import WorkerShutdown
from kombu import Consumer, Exchange, Queue

from arena.orders.lanes import Lane
from arena.worker.farm import farm


class LaneConsumers(bootsteps.ConsumerStep):
    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, c: Any, **options: Any) -> None:
        super().__init__(c, **options)
        # Of the queue of sites that know no lanes, which Celery's own consumer has.
        c.initial_prefetch_count = farm().settings.lane_orders
        self._allowed: dict[Lane, int] = {}
        self._of: dict[Lane, Consumer] = {}
        self._level = farm().isolation
        """What it takes orders for."""
        self._cancelled = False

    def start(self, c: Any) -> None:
        if farm().ending.is_set():
            # The connection was lost meanwhile, and with it the messages that could be given back.
            raise WorkerShutdown(0)
        on_message = c.create_task_handler()
        self._level = farm().isolation
        self._of = {lane: _consumer(c, lane.queues_within(self._level), on_message) for lane in Lane}
        self.consumers = list(self._of.values())
        self._allowed.clear()
        self._allow()
        for consumer in self.consumers:
            consumer.consume()
        # An acknowledgement of another thread waits until Celery's loop turns, and must not wait for a message.
        farm().waker.attach(c.hub, partial(self._look, c))

    def _look(self, c: Any) -> None:
        if farm().ending.is_set():
            self._take_no_more(c)
        else:
            self._follow_level()
            self._allow()

    def _follow_level(self) -> None:
        """Takes from the queues of what the sandboxes are good enough for now, and from no others."""
        level = farm().isolation
        if level is self._level:
            return
        for lane, consumer in self._of.items():
            before, now = set(lane.queues_within(self._level)), set(lane.queues_within(level))
            for queue in before - now:
                consumer.cancel_by_queue(queue)
            for queue in now - before:
                consumer.add_queue(_queue(queue))
            # Of the queues that it does not take from yet.
            consumer.consume()
        self._level = level

    def _take_no_more(self, c: Any) -> None:
        if not self._cancelled:
            self._cancelled = True
            for consumer in (*self._of.values(), c.task_consumer):
                consumer.cancel()
            # Afterwards: what goes back must not come here again.
            here = farm()
            here.loop.soon(here.take_no_more)

    def _allow(self) -> None:
        here = farm()
        for lane, consumer in self._of.items():
            allowed = here.may_hold(lane)
            if self._allowed.get(lane) != allowed:
                # Global: of the channel, whose only consumer it is. It counts for what is consumed already.
                consumer.qos(prefetch_count=allowed, apply_global=True)
                self._allowed[lane] = allowed

    def _close(self, c: Any, cancel_consumers: bool = True) -> None:
        if self._of:
            farm().waker.detach(c.hub)
        self._of = {}
        consumers, self.consumers = self.consumers, []
        # After an error there is no connection any more, and nothing to be said on it.
        if c.connection is not None:
            self.consumers = consumers
            super()._close(c, cancel_consumers)
            self.consumers = []


def _consumer(c: Any, names: list[str], on_message: Any) -> Consumer:
    queues = [_queue(name) for name in names]
    return Consumer(c.connection.channel(), queues, on_message=on_message, accept=c.app.conf.accept_content)


def _queue(name: str) -> Queue:
    # As Celery declares a queue that it is only told the name of: so does the site, when it sends.
    return Queue(name, Exchange(name), routing_key=name)
