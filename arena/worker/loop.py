"""The event loop on which all matches of a worker are played, in a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import logging
import os
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

T = TypeVar("T")

LOOK_EVERY: Final = 5.0
"""Seconds between two looks at whether the loop still turns."""
HUNG_AFTER: Final = 24
"""Looks without a turn: a step of a referee takes milliseconds."""
THREADS: Final = 32
HUNG: Final = 70
"""The exit code of a process whose loop hung."""

log = logging.getLogger(__name__)


class LoopThread:
    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        # Many matches read and pack at once. What speaks to the site has threads of its own (`heartbeat`).
        self._loop.set_default_executor(ThreadPoolExecutor(THREADS, "matches"))
        self._tasks: set[asyncio.Task[Any]] = set()
        self._turns = 0
        self._is_called_off = False
        # A daemon: a process that is told to end does not wait for a match.
        self._thread = threading.Thread(target=self._run, name="matches", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Called by another thread, which waits. Raises `concurrent.futures.CancelledError`: it was called off."""
        return asyncio.run_coroutine_threadsafe(self._kept(work), self._loop).result()

    def call_off(self) -> None:
        """Ends all that is played, with its sandboxes; nothing is begun any more. May be repeated."""
        self._loop.call_soon_threadsafe(self._call_off)

    def _call_off(self) -> None:
        # Once: a second time would cut off the end of the sandboxes.
        if not self._is_called_off:
            self._is_called_off = True
            for task in self._tasks:
                task.cancel()

    def soon(self, step: Callable[[], None]) -> None:
        """Called by another thread, which does not wait."""
        self._loop.call_soon_threadsafe(step)

    def close(self) -> None:
        """Once nothing is played any more."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def end_process_if_hung(self, before: Callable[[], None] = lambda: None) -> None:
        """Starts a watchdog: the threads that wait for a match would wait for as long as the loop hangs. `before`
        is called before the process ends."""
        threading.Thread(target=self._watch, args=(before,), name="watchdog", daemon=True).start()

    def _run(self) -> None:
        try:
            self._loop.run_forever()
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
        finally:
            self._loop.close()

    async def _kept(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.current_task()
        assert task is not None
        if self._is_called_off:
            work.close()
            raise asyncio.CancelledError
        self._tasks.add(task)
        try:
            return await work
        finally:
            self._tasks.discard(task)

    def _watch(self, before: Callable[[], None]) -> None:
        # Looks are counted, and not seconds: a process that was stopped for a while is not hung.
        looks, pause = 0, threading.Event()
        while looks < HUNG_AFTER:
            seen = self._turns
            # A loop that has broken down turns as little as one that hangs.
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._turn)
            pause.wait(LOOK_EVERY)
            looks = looks + 1 if self._turns == seen else 0
        try:
            log.critical("a match does not let the others go on: the process ends, its orders go to another one")
            faulthandler.dump_traceback()
            before()
        except Exception:
            log.exception("the process ends, and could not note what it played")
        finally:
            # Whatever failed, as a full disk does: nobody else would end it.
            os._exit(HUNG)

    def _turn(self) -> None:
        self._turns += 1
