"""Celery's pool of threads, with what that lacks."""

from __future__ import annotations

from typing import Any

from celery.concurrency.thread import ApplyResult, TaskPool

from arena.worker.farm import farm


class Threads(TaskPool):
    def on_apply(self, *arguments: Any, **options: Any) -> ApplyResult:
        """An order that is done is acknowledged by Celery's loop: at once, and not when the next message comes."""
        result = super().on_apply(*arguments, **options)
        result.f.add_done_callback(lambda _: farm().waker.wake())
        return result

    def terminate_job(self, pid: int, signal: Any = None) -> None:
        """For each order that is still played a few seconds after the worker was told to end."""
        farm().loop.call_off()
