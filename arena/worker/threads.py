"""Celery's pool of threads, with what that lacks."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

from celery.concurrency.thread import ApplyResult, TaskPool

from arena.worker.farm import farm


class Threads(TaskPool):
    def on_apply(self, target: Any, args: Any = None, *arguments: Any, **options: Any) -> ApplyResult:
        """Notes which orders are held. One that is done is acknowledged by Celery's loop: at once, and not when
        the next message comes."""
        here = farm()
        _, _, request, *_ = args
        result = super().on_apply(target, args, *arguments, **options)
        here.held[result.f] = request["properties"].get("delivery_tag")

        def done(order: Future[Any]) -> None:
            del here.held[order]
            here.waker.wake()

        result.f.add_done_callback(done)
        return result
