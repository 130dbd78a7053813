"""Which uploads are built, and which wait for it: at nobody's cost."""

from __future__ import annotations

import asyncio
import dataclasses

import pytest

from arena.orders.lanes import Lane
from arena.worker import checks
from arena.worker.building import BuildPlaces
from arena.worker.environment import Settings
from arena.worker.farm import Farm
from arena.worker.gate import Gate
from athanor_contract.limits.sandbox import BUILD_LIMITS
from athanorpb.farm.values import CheckOrder, CheckRecord, MatchOrder
from sandbox.load import Memory
from tests.arena.worker.conftest import KEY, check_order, house, stored, zipped
from tests.waiting import other_tasks_run, reached

MANIFEST = """
name = "builder"
games = ["poison"]
runtime = "python"
command = ["python3", "-m", "athanor_bot", "bot.py"]
build = ["python3", "make_it.py"]
"""
TURNS = 10


@pytest.fixture
def builder(farm: Farm) -> str:
    bot = "def choose(ask):\n    return 0\n"
    return stored(farm, zipped(bot__toml=MANIFEST, make_it__py="", bot__py=bot))


async def test_as_many_have_a_place_as_there_are_and_the_next_gets_it_in_turn() -> None:
    places, over, built = BuildPlaces(2), asyncio.Event(), []

    async def build(token: str) -> None:
        async with places.taken(token):
            built.append(token)
            await over.wait()

    async with asyncio.TaskGroup() as group:
        for token in "abcd":
            group.create_task(build(token))
        await other_tasks_run(TURNS)
        assert (built, places.waiting) == (["a", "b"], 2)
        places.give_back("b")
        places.give_back("b")
        await other_tasks_run(TURNS)
        assert (built, places.waiting) == (["a", "b", "c"], 1)
        over.set()
    assert (built, places.waiting) == (["a", "b", "c", "d"], 0)


async def test_who_is_called_off_takes_no_place() -> None:
    places = BuildPlaces(1)

    async def build(token: str) -> None:
        async with places.taken(token):
            pass

    async with places.taken("first"):
        late = asyncio.create_task(build("late"))
        await other_tasks_run(TURNS)
        late.cancel()
        await asyncio.wait([late])
    await build("next")


async def test_who_waits_when_the_worker_ends_goes_back_and_so_does_who_comes_then() -> None:
    places = BuildPlaces(1)

    async def build(token: str) -> None:
        async with places.taken(token):
            pass

    async with places.taken("built"):
        waits = asyncio.create_task(build("waits"))
        await other_tasks_run(TURNS)
        places.close()
        comes = asyncio.create_task(build("comes"))
        await asyncio.wait([waits, comes])
    assert waits.cancelled()
    assert comes.cancelled()


async def test_uploads_that_wait_to_be_built_cost_no_memory_no_time_and_no_other_upload(
    farm: Farm, builder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ATHANOR_RECORD_KEY", KEY.hex())
    from arena.worker import tasks  # it reads the settings when it is imported

    memory = Memory(3 * BUILD_LIMITS.memory, 3 * BUILD_LIMITS.memory)
    monkeypatch.setattr(tasks, "_send", lambda *_: None)
    monkeypatch.setattr(farm, "gate", Gate(lambda: 64.0, lambda: memory))
    monkeypatch.setattr(farm, "build_places", BuildPlaces(2))
    begun, over = [], asyncio.Event()

    async def work(order: MatchOrder | CheckOrder, here: Farm) -> CheckRecord:
        begun.append(order.attempt.token)
        await over.wait()
        return CheckRecord("u1", order.attempt, "void", "a test", "", "")

    def given(token: str, bundle: str) -> asyncio.Task[object]:
        order = check_order(bundle, token=token)
        return group.create_task(tasks._worked_at(order, farm, work, Lane.CHECKS))

    async with asyncio.TaskGroup() as group:
        for number in range(5):
            given(f"sleeper {number}", builder)
        await reached(lambda: len(begun) == 2 and farm.build_places.waiting == 3, "two are built, the others wait")
        assert farm.may_hold(Lane.CHECKS) == 2 + 3 + 1, "more can come: it may have nothing to build"
        assert farm.may_hold(Lane.LADDERS) == 1
        given("plain", house(farm, "random"))
        await reached(lambda: "plain" in begun, "the one that needs no build, in the memory that is left")
        assert len(begun) == 3
        over.set()
    assert len(begun) == 6


async def test_the_place_is_free_once_it_is_built_whatever_its_matches_take(
    farm: Farm, builder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = BuildPlaces(1)
    monkeypatch.setattr(farm, "build_places", places)
    next_one, built_meanwhile = asyncio.Event(), []

    async def build_the_next() -> None:
        async with places.taken("next"):
            next_one.set()

    async def plays(*_: object) -> None:
        await other_tasks_run(TURNS)
        built_meanwhile.append(next_one.is_set())

    monkeypatch.setattr(checks, "_plays", plays)
    async with places.taken("token"):
        waits = asyncio.create_task(build_the_next())
        record = await checks.check(check_order(builder), farm)
        assert record.outcome == "accepted", record.message + record.log
    await waits
    assert built_meanwhile == [True]


async def test_what_is_wrong_with_an_upload_the_check_says(farm: Farm, builder: str) -> None:
    assert await checks.is_to_build(check_order(builder), farm)
    assert not await checks.is_to_build(check_order(house(farm, "random")), farm)
    assert not await checks.is_to_build(check_order("0" * 64), farm)


@pytest.mark.parametrize(("workers", "places"), [(1, 2), (2, 1), (5, 1)])
async def test_workers_of_one_machine_build_no_more_together_than_sandboxd_does_if_that_can_be(
    shared_farm: Farm, workers: int, places: int
) -> None:
    given: Settings = dataclasses.replace(shared_farm.settings, workers_here=workers)
    here, built = Farm(given), []

    async def build(token: str) -> None:
        async with here.build_places.taken(token):
            built.append(token)
            await asyncio.Event().wait()

    builds = [asyncio.create_task(build(token)) for token in "abc"]
    await other_tasks_run(TURNS)
    assert len(built) == places
    for each in builds:
        each.cancel()
