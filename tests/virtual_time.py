"""An event loop whose clock jumps to the next timer as soon as nothing else is left to do.

Whatever an asynchronous test waits for comes at once, in the right order and at the exact moment, however busy the
machine is. It is for code that takes its time from the loop and waits for timers alone: a socket or a process
outside would seem to take no time at all. What such code gives to a thread is done at once, in this one.
"""

from __future__ import annotations

import asyncio
import functools
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


LONGEST: Final = 1e6
"""Seconds. A clock of floating point that goes on for months has no nanoseconds left, and asyncio needs them."""


class NothingToWaitFor(Exception):
    """Every task waits, and there is no timer left that could wake one."""


class _Jumping(selectors.SelectSelector):
    """Does not wait for files: it moves the clock instead."""

    def __init__(self) -> None:
        super().__init__()
        self.moment = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready:
            if timeout is None:
                raise NothingToWaitFor("no task can go on, and no timer is set")
            self.moment += max(timeout, 0.0)
            assert self.moment < LONGEST, "more than virtual time can hold"
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """Its time begins at 0."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.moment

    def hold_up(self, seconds: float) -> None:
        """Time goes by in which the loop does nothing: what is due meanwhile comes late."""
        self._jumping.moment += seconds

    # The types of asyncio's own stubs differ between versions of mypy.
    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as problem:
            done.set_exception(problem)
        return done


def virtual_loop() -> VirtualLoop:
    """The running one."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop), "only in virtual time: else this would be a fixed sleep"
    return loop


async def passes(seconds: float) -> None:
    """Virtual time goes by, and other tasks run meanwhile."""
    loop = virtual_loop()
    over = asyncio.Event()
    timer = loop.call_later(seconds, over.set)
    try:
        await over.wait()
    finally:
        timer.cancel()


def in_virtual_time(test: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """The asynchronous test as one that pytest runs like any other."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            return runner.run(test(*args, **kwargs))

    return run
