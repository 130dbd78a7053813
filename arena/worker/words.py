"""A worker's word that it goes on with what it does, or holds what waits: the site would else give it to another
one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

T = TypeVar("T")

THREADS: Final = ThreadPoolExecutor(4, "words")
"""Apart from those that pack, unpack and store: while the broker is away each word keeps a thread for half a
minute, and a match that is being played needs none of them."""

log = logging.getLogger(__name__)


async def said(say: Callable[[], None]) -> None:
    """Once it is said. Raises what `say` raises."""
    await asyncio.get_running_loop().run_in_executor(THREADS, say)


async def heard_of(work: Awaitable[T], say: Callable[[], None], every: float) -> T:
    """The work; meanwhile `say` is called every so many seconds, in a thread: the broker may be slow, or away."""
    words = asyncio.create_task(_words(say, every))
    try:
        return await work
    finally:
        words.cancel()
        # Not `await words`: who is called off at this moment must hear of it.
        await asyncio.wait([words])


async def _words(say: Callable[[], None], every: float) -> None:
    while True:
        await asyncio.sleep(every)
        # Any error: a word that was not heard is never worth a match.
        try:
            await said(say)
        except Exception as problem:
            log.warning("the site was not told that the work goes on: %s: %s", type(problem).__name__, problem)
