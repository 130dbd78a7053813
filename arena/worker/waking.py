"""Wakes Celery's loop, which waits for the broker, from another thread."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from typing import Any


class Waker:
    def __init__(self) -> None:
        self._ear, self._mouth = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)

    def attach(self, hub: Any, called: Callable[[], None]) -> None:
        """From now on `called` runs on the hub's thread, soon after each `wake`."""

        def heard() -> None:
            with contextlib.suppress(BlockingIOError):
                os.read(self._ear, 4096)
            called()

        hub.add_reader(self._ear, heard)

    def detach(self, hub: Any) -> None:
        hub.remove_reader(self._ear)

    def wake(self) -> None:
        """Called by any thread."""
        # A full pipe wakes it as well.
        with contextlib.suppress(BlockingIOError):
            os.write(self._mouth, b".")
