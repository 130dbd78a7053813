"""Waiting in tests: for a condition with a generous limit, never for a time.

This is the only module of the tests that may sleep or read a clock; `tests/ruff.toml` forbids it to all others.
How long something takes proves nothing on a busy machine: what is about speed is a benchmark.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

T = TypeVar("T")

PATIENCE: Final = 120.0
"""Seconds after which a condition is taken to be never met: only what never comes fails a test."""
INTERVAL: Final = 0.01


def until(condition: Callable[[], T], what: str, within: float = PATIENCE, every: float = INTERVAL) -> T:
    """The first true value of the condition. Fails the test, saying what was waited for, when there is none.

    A condition that is itself costly to evaluate is looked at less often: `every` so many seconds.
    """
    limit = time.monotonic() + within
    while True:
        if value := condition():
            return value
        assert time.monotonic() < limit, f"not within {within:g} s: {what}"
        time.sleep(every)


async def reached(condition: Callable[[], T | Awaitable[T]], what: str, within: float = PATIENCE) -> T:
    """The same for asynchronous tests: other tasks run meanwhile, and the condition may be asynchronous."""
    limit = time.monotonic() + within
    while True:
        value = condition()
        if inspect.isawaitable(value):
            value = await value
        if value:
            return value
        assert time.monotonic() < limit, f"not within {within:g} s: {what}"
        await asyncio.sleep(INTERVAL)


async def other_tasks_run(turns: int = 1) -> None:
    """Lets every other task that can run do so, so many times."""
    for _ in range(turns):
        await asyncio.sleep(0)


def far_deadline() -> float:
    """A moment of the wall clock that no test lives to see, for what must be given one."""
    return time.time() + 3600
