"""A table that is not laid leaves nothing behind: no box whose making a thread had begun."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any, cast

import pytest

from arena.worker.bundles import Unpacked
from arena.worker.farm import Farm
from arena.worker.table import Table
from sandbox.interface import Box, Driver, Launch, SandboxFault
from tests.arena.worker.conftest import QUICK, house

A_WHILE = 0.2
PATIENCE = 20.0


class Slow:
    """The farm's driver, whose boxes take a while to be made, in a thread, and whose second one is never made."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.asked = 0
        self.begun = 0
        self.done = 0

    async def prepare(self, launch: Launch) -> Box:
        self.asked += 1
        if self.asked == 2:
            raise SandboxFault("no room for a second box")
        self.begun += 1
        return await asyncio.to_thread(self._made, launch)

    def _made(self, launch: Launch) -> Box:
        time.sleep(A_WHILE)
        box = asyncio.run(self.driver.prepare(launch))
        self.done += 1
        return box


async def left_over(farm: Farm, slow: Slow) -> list[Path]:
    """The boxes there are once every thread has made its own, and whoever wants to remove it has had the time."""
    until = time.monotonic() + PATIENCE
    while True:
        await asyncio.sleep(0.05)
        made = slow.begun == slow.done
        left = list(cast(Any, farm.driver).home.glob("boxes/*/*"))
        if (made and not left) or time.monotonic() > until:
            assert made
            return left


@pytest.fixture
def bot(farm: Farm) -> Unpacked:
    return farm.bundles.unpacked(house(farm, "random"))


async def test_a_box_that_another_chairs_fault_overtook_is_removed(farm: Farm, bot: Unpacked) -> None:
    slow = Slow(farm.driver)
    with pytest.raises(SandboxFault, match="no room"):
        async with Table(cast(Driver, slow), [bot, bot], QUICK):
            pytest.fail("there is no table")
    assert await left_over(farm, slow) == []


async def test_a_box_that_the_end_of_the_time_overtook_is_removed(farm: Farm, bot: Unpacked) -> None:
    slow = Slow(farm.driver)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05), Table(cast(Driver, slow), [bot], QUICK):
            pytest.fail("there is no table")
    assert await left_over(farm, slow) == []
