"""Uploads wait for a place to be built in before it is their turn (`gate`).

sandboxd builds only a few at once. Behind it, an upload would wait for the builds of others with its own time
running, and keep the memory that it was promised from the other lanes.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any


class BuildPlaces:
    """All of it happens on one event loop."""

    def __init__(self, places: int, changed: Callable[[], None] = lambda: None) -> None:
        self._free = asyncio.Semaphore(places)
        self._changed = changed
        self._waiting: set[asyncio.Task[Any]] = set()
        self._builders: set[str] = set()
        self._is_closed = False

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @contextlib.asynccontextmanager
    async def taken(self, token: str) -> AsyncIterator[None]:
        """With a place for the order of this token, until it is given back, or at the latest until the end."""
        if self._is_closed:
            raise asyncio.CancelledError
        task = asyncio.current_task()
        assert task is not None
        self._waiting.add(task)
        self._changed()
        try:
            await self._free.acquire()
        finally:
            self._waiting.discard(task)
            self._changed()
        self._builders.add(token)
        try:
            yield
        finally:
            self.give_back(token)

    def give_back(self, token: str) -> None:
        """The order is built; it may go on with its matches. Nothing, where it has no place."""
        if token in self._builders:
            self._builders.remove(token)
            self._free.release()

    def close(self) -> None:
        """All that wait are called off, and all that come."""
        self._is_closed = True
        for task in self._waiting:
            task.cancel()
