"""Heartbeats of what a worker does, or holds until it is its turn: without them the site would give it to another
worker."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

T = TypeVar("T")

THREADS: Final = ThreadPoolExecutor(4, "heartbeat")
"""Apart from those that pack, unpack and store: while the broker is away each heartbeat keeps a thread for half a
minute, and a match that is being played needs none of them."""

log = logging.getLogger(__name__)


async def sent(send: Callable[[], None]) -> None:
    """Once it is sent. Raises what `send` raises."""
    await asyncio.get_running_loop().run_in_executor(THREADS, send)


async def with_heartbeat(work: Awaitable[T], send: Callable[[], None], every: float) -> T:
    """The work; meanwhile `send` is called every so many seconds, in a thread: the broker may be slow, or away."""
    beating = asyncio.create_task(_beat(send, every))
    try:
        return await work
    finally:
        beating.cancel()
        # Not `await beating`: who is cancelled at this moment must hear of it.
        await asyncio.wait([beating])


async def _beat(send: Callable[[], None], every: float) -> None:
    while True:
        await asyncio.sleep(every)
        # Any error: a heartbeat that was lost is never worth a match.
        try:
            await sent(send)
        except Exception as problem:
            log.warning("a heartbeat was not sent to the site: %s: %s", type(problem).__name__, problem)
