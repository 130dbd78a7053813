"""A table that is not laid leaves nothing behind: no box whose making a thread had begun."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any, Self, cast

import pytest

from arena.worker.farm import Farm
from arena.worker.table import Table, TooWeak
from athanor_contract.bundle import Packed
from athanorpb.isolation import Isolation
from sandbox.interface import Box, Driver, Launch, SandboxFault, Stats
from tests.arena.worker.conftest import QUICK, house
from tests.waiting import other_tasks_run, reached

TURNS = 20
"""Of the event loop: enough for a fault or a cancellation to reach everybody."""


class Slow:
    """The farm's driver, whose boxes a thread makes once it may, and whose second one is never made."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.asked = 0
        self.done = 0
        self.begun = threading.Event()
        self.may_go_on = threading.Event()
        self.pending: asyncio.Task[None] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """No thread waits for ever, whatever the test came to."""
        self.may_go_on.set()

    async def prepare(self, launch: Launch) -> Box:
        self.asked += 1
        if self.asked == 2:
            self.pending = asyncio.create_task(self.goes_on())
            raise SandboxFault("no room for a second box")
        return await asyncio.to_thread(self._made, launch)

    def _made(self, launch: Launch) -> Box:
        self.begun.set()
        self.may_go_on.wait()
        box = asyncio.run(self.driver.prepare(launch))
        self.done += 1
        return box

    async def goes_on(self) -> None:
        """Once everybody has heard what was said."""
        await other_tasks_run(TURNS)
        self.may_go_on.set()


def left_over(farm: Farm) -> list[Path]:
    return list(cast(Any, farm.driver).home.glob("boxes/*/*"))


@pytest.fixture
def bot(farm: Farm) -> Packed:
    return farm.bundles.packed(house(farm, "random"))


async def test_a_box_that_another_chairs_fault_overtook_is_removed(farm: Farm, bot: Packed) -> None:
    with Slow(farm.driver) as slow:
        with pytest.raises(SandboxFault, match="no room"):
            async with Table(cast(Driver, slow), [bot, bot], QUICK):
                pytest.fail("there is no table")
        assert slow.done == 1, "leaving waits until the bot is made"
    assert left_over(farm) == []


async def test_a_box_that_the_end_of_the_time_overtook_is_removed(farm: Farm, bot: Packed) -> None:
    with Slow(farm.driver) as slow:
        laying = asyncio.create_task(Table(cast(Driver, slow), [bot], QUICK).__aenter__())
        await reached(slow.begun.is_set, "the making of a box")
        laying.cancel()
        await slow.goes_on()
        with pytest.raises(asyncio.CancelledError):
            await laying
        assert slow.done == 1, "leaving waits until the bot is made"
    assert left_over(farm) == []


async def test_where_sandboxes_are_weaker_than_the_match_requires_no_bot_runs(
    farm: Farm, bot: Packed, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare = farm.driver.prepare
    made: list[Any] = []

    async def weak(launch: Launch) -> Box:
        made.append(await prepare(launch))
        made[-1].isolation = Isolation.MEMORY
        return cast(Box, made[-1])

    monkeypatch.setattr(farm.driver, "prepare", weak)
    with pytest.raises(
        TooWeak, match="the match requires isolation level own, and sandboxes here have level memory"
    ):
        async with Table(farm.driver, [bot, bot], QUICK, least=Isolation.OWN):
            pytest.fail("there is no table")
    for box in made:
        with pytest.raises(SandboxFault, match="once it was started"):
            _ = box.line
    assert left_over(farm) == []
    async with Table(farm.driver, [bot, bot], QUICK, least=Isolation.MEMORY) as table:
        assert table.isolation is Isolation.MEMORY


async def test_a_box_whose_figures_cannot_be_had_is_ended_all_the_same(
    farm: Farm, bot: Packed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> Stats:
        raise SandboxFault("sandboxd stands still")

    table = Table(farm.driver, [bot, bot], QUICK)
    await table.__aenter__()
    for chair in table.chairs:
        monkeypatch.setattr(chair.box, "stats", fails)
    with pytest.raises(SandboxFault, match="stands still"):
        await table.__aexit__(None, None, None)
    assert left_over(farm) == []
