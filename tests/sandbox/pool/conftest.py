"""Pools around the real drivers, with two slots that are refilled at once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import cast

import pytest

from sandbox.interface import Driver
from sandbox.pool import Pool, Standable
from tests.sandbox.conftest import WALLED


@pytest.fixture(params=WALLED)
async def pool(request: pytest.FixtureRequest, made: Callable[[str], Driver]) -> AsyncIterator[Pool]:
    """Around each driver that makes walls itself; full."""
    pool = Pool(cast(Standable, made(request.param)), 2, busy=lambda: False, lull=0.0)
    try:
        await pool.full()
        assert pool.health().warm == 2
        yield pool
    finally:
        await pool.close()
