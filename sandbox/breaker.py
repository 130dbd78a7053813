"""A circuit breaker: what has failed again and again is left alone for a while, and its callers are told at once.

closed     calls go through; FAILURES of them that fail within WINDOW seconds open it
open       no call goes through for PAUSE seconds: each is refused at once
half-open  then one call is let through on trial, the others are still refused; its end closes or opens it
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

FAILURES: Final = 5
WINDOW: Final = 30.0
PAUSE: Final = 5.0

State = Literal["closed", "open", "half-open"]


class Open(Exception):
    """A call that was not let through, and for how long none will be."""


@dataclass
class Breaker:
    """For many threads. Time is an argument, so that a test need not wait."""

    what: str
    clock: Callable[[], float] = time.monotonic
    failures: int = FAILURES
    window: float = WINDOW
    pause: float = PAUSE
    _failed: deque[float] = field(default_factory=deque)
    _opened: float | None = None
    _on_trial: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def state(self) -> State:
        with self._lock:
            return self._state(self.clock())

    def enter(self) -> None:
        """Before each call, which must be followed by one of `succeeded` and `failed`. Raises Open."""
        with self._lock:
            now = self.clock()
            state = self._state(now)
            if state == "closed":
                return
            if state == "half-open" and not self._on_trial:
                self._on_trial = True
                return
            assert self._opened is not None
            left = max(self._opened + self.pause - now, 0.0)
            wait = f"it is tried again in {left:.1f} seconds" if left else "it is being tried again just now"
            raise Open(f"{self.what} failed {self.failures} times in {self.window:g} seconds and rests: {wait}")

    def succeeded(self) -> None:
        with self._lock:
            if self._on_trial or self._opened is None:
                self._failed.clear()
                self._opened = None
                self._on_trial = False

    def failed(self) -> None:
        with self._lock:
            now = self.clock()
            if self._opened is not None:
                # On trial, or begun before it opened: a late failure is no reason to wait longer.
                if self._on_trial:
                    self._opened = now
                    self._on_trial = False
                return
            self._failed.append(now)
            while self._failed[0] < now - self.window:
                self._failed.popleft()
            if len(self._failed) >= self.failures:
                self._opened = now

    def _state(self, now: float) -> State:
        if self._opened is None:
            return "closed"
        return "half-open" if now >= self._opened + self.pause else "open"
