"""What a pool does of itself: filling, resting, giving up; around a driver that only pretends."""

from __future__ import annotations

import asyncio
import dataclasses
from types import SimpleNamespace

import pytest

from athanor_contract.limits.sandbox import Limits
from sandbox.breaker import Breaker
from sandbox.interface import Party, Remains, RuntimeMissing
from sandbox.pool import Handed, Pool
from sandbox.slot import NEXT, Kind, Slot, State
from tests.sandbox.pool.pretended import driver, launch, pooled, until
from tests.waiting import other_tasks_run


async def test_slots_are_warm_before_anybody_asks_and_made_anew_after() -> None:
    async with pooled() as (pool, made):
        await pool.full()
        assert pool.health().warm == 2
        box = await pool.prepare(launch())
        assert isinstance(box, Handed)
        await box.start()
        await until(lambda: pool.health().warm == 2)
        assert len(made.stood) == 3
        assert made.cold == []
        assert made.stood[0].filled == launch().bundle
        await box.kill()
        assert made.stood[0].killed == 1


async def test_the_slot_that_has_waited_longest_goes_first() -> None:
    async with pooled() as (pool, made):
        await pool.full()
        box = await pool.prepare(launch())
        assert isinstance(box, Handed)
        assert box._slot.box is made.stood[0]


async def test_what_is_being_warmed_yields_to_others_and_what_is_warm_does_not() -> None:
    async with pooled(1) as (pool, made):
        await pool.full()
        assert made.stood[0].yielding == [True, False]


async def test_a_pool_of_none_makes_each_box_when_it_is_asked_for() -> None:
    async with pooled(0) as (pool, made):
        await pool.full()
        await (await pool.prepare(launch())).kill()
        assert (len(made.stood), len(made.cold)) == (0, 1)


async def test_more_than_there_are_come_from_the_cold_path_at_once() -> None:
    async with pooled(lull=60.0) as (pool, made):
        await pool.full()
        boxes = [await pool.prepare(launch()) for _ in range(3)]
        assert [type(box) for box in boxes] == [Handed, Handed, type(made.cold[0])]
        assert pool.health().cold == 1


async def test_what_nobody_waits_for_leaves_what_stands_warm_to_others() -> None:
    async with pooled() as (pool, made):
        await pool.full()
        checked = dataclasses.replace(launch(), party=Party("check", 3, awaited=False))
        played = dataclasses.replace(launch(), party=Party("match", 3))
        for _ in range(3):
            await pool.prepare(checked)
        assert (len(made.cold), pool.health().warm) == (3, 2)
        await pool.prepare(played)
        assert len(made.cold) == 3


async def test_other_limits_do_not_fit_and_are_warm_the_next_time() -> None:
    small = launch(limits=Limits(memory=64 * 1024 * 1024))
    async with pooled(1) as (pool, made):
        await pool.full()
        await pool.prepare(small)
        assert len(made.cold) == 1
        await until(
            lambda: {slot.kind.limits for slot in pool._slots if slot.state is State.WARM} == {small.limits}
        )
        assert isinstance(await pool.prepare(small), Handed)


async def test_what_is_asked_for_last_is_what_is_kept_warm() -> None:
    async with pooled(3) as (pool, _):
        await pool.full()
        for _ in range(3):
            await pool.prepare(launch("java"))
        await until(lambda: [slot.kind.room for slot in warm(pool)] == ["java"] * 3)


async def test_languages_that_are_made_of_the_same_share_their_slots() -> None:
    async with pooled(1) as (pool, made):
        await pool.prepare(launch("c"))
        await until(lambda: [slot.kind.room for slot in warm(pool)] == ["base"])
        assert isinstance(await pool.prepare(launch("rust")), Handed)
        assert len(made.cold) == 1


async def test_a_runtime_that_is_not_here_is_said_as_without_a_pool() -> None:
    async with pooled() as (pool, _):
        with pytest.raises(RuntimeMissing, match="no runtime called cobol"):
            await pool.prepare(launch("cobol"))


async def test_a_slot_that_nobody_used_is_made_anew() -> None:
    async with pooled(1, recycle=0.2) as (pool, made):
        pool.begin()
        await until(lambda: len(made.stood) >= 3)
        assert made.stood[0].killed
        assert pool.health().failed == 0


async def test_nobody_loses_a_game_to_a_refill() -> None:
    """While a bot runs and the machine has all hands full, no slot is made."""
    busy = [True]
    looks: list[bool] = []

    def is_busy() -> bool:
        looks.append(busy[0])
        return busy[0]

    async with pooled(2, busy=is_busy) as (pool, made):
        await pool.full()
        box = await pool.prepare(launch())
        await box.start()
        await until(lambda: len(looks) >= 3)
        assert len(made.stood) == 2
        busy[0] = False
        await until(lambda: pool.health().warm == 2)
        busy[0] = True
        second = await pool.prepare(launch())
        await second.start()
        looks.clear()
        await until(lambda: len(looks) >= 2)
        assert len(made.stood) == 3
        await box.kill()
        await second.kill()
        await until(lambda: pool.health().warm == 2)


async def test_a_refill_waits_for_a_lull(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr("sandbox.pool.time", SimpleNamespace(monotonic=lambda: clock.now))
    looks: list[float] = []
    async with pooled(2, lull=0.6) as (pool, made):
        await pool.full()
        may_build = pool._may_build

        def looked() -> bool:
            looks.append(clock.now)
            return may_build()

        monkeypatch.setattr(pool, "_may_build", looked)
        await pool.prepare(launch())
        clock.now += 0.5
        await until(lambda: looks.count(clock.now) >= 2)
        assert len(made.stood) == 2
        clock.now += 0.2
        await until(lambda: len(made.stood) == 3)


async def test_warming_that_fails_again_and_again_is_left_alone_and_bots_start_cold() -> None:
    now = [0.0]
    breaker = Breaker("the warming of slots", clock=lambda: now[0], failures=3)
    async with pooled(2, breaker=breaker) as (pool, made):
        made.fails = True
        await pool.full()
        assert pool.health().breaker == "open"
        assert pool.health().failed == 3
        await pool.prepare(launch())
        assert len(made.cold) == 1
        made.fails = False
        now[0] = 1000.0
        await until(lambda: pool.health().warm == 2)
        assert pool.health().breaker == "closed"


async def test_a_launcher_that_ends_while_it_warms_is_a_failure_of_ours() -> None:
    async with pooled(1, breaker=Breaker("w", failures=2)) as (pool, made):
        made.stands = False
        await pool.full()
        assert pool.health().failed == 2
        assert all(box.killed for box in made.stood)


async def test_a_warm_slot_that_ends_is_replaced() -> None:
    async with pooled(1) as (pool, made):
        await pool.full()
        made.stood[0].die(137)
        await until(lambda: pool.health().failed == 1 and pool.health().warm == 1)
        assert made.stood[0].killed


async def test_a_bot_that_ends_is_no_failure_of_the_pool() -> None:
    async with pooled(1) as (pool, made):
        await pool.full()
        (watcher,) = pool._watchers
        box = await pool.prepare(launch())
        await box.start()
        made.stood[0].die(1)
        await watcher
        assert pool.health().failed == 0
        await box.kill()


async def test_the_word_is_said_once_and_the_line_is_closed() -> None:
    async with pooled(1) as (pool, made):
        await pool.full()
        box = await pool.prepare(launch())
        assert isinstance(box, Handed)
        await box.start()
        assert made.stood[0].said[0] == b"\n"
        assert b'"command": ["python3", "-P", "-m", "athanor_bot", "first.py"]' in made.stood[0].said[1]
        assert box._slot._line is None
        assert box.stats().cpu_ms == 10


async def test_closing_ends_all_that_is_no_bot_and_leaves_bots_to_whom_they_belong() -> None:
    with driver() as made:
        pool = Pool(made, 2, busy=lambda: False, lull=0.0)
        await pool.full()
        box = await pool.prepare(launch())
        await box.start()
        await pool.close()
        assert [stood.killed for stood in made.stood[:2]] == [0, 1]
        await box.kill()
        assert made.stood[0].killed == 1


async def test_closing_waits_for_what_is_being_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a box has it: its end goes on when who began it waits no more."""
    async with pooled(1, recycle=0.05) as (pool, made):
        await pool.full()
        box, ends = made.stood[0], list[asyncio.Future[Remains]]()
        at_once, may_end = box.kill, asyncio.Event()

        async def late() -> Remains:
            await may_end.wait()
            return await at_once()

        async def kill() -> Remains:
            if not ends:
                ends.append(asyncio.ensure_future(late()))
            return await asyncio.shield(ends[0])

        monkeypatch.setattr(box, "kill", kill)
        await until(lambda: len(ends) == 1)
        closing = asyncio.ensure_future(pool.close())
        await other_tasks_run(10)
        assert not closing.done()
        may_end.set()
        await closing
        assert ends[0].done()


async def test_building_and_sweeping_are_the_driver_s() -> None:
    async with pooled() as (pool, _):
        assert pool.name == "pretended"
        assert pool.trouble() is None
        assert await pool.sweep() == 5
        assert (await pool.build(launch(), 1.0)).log == "built"


@pytest.mark.parametrize("state", State)
async def test_a_slot_goes_one_way_only(state: State) -> None:
    order = list(State)
    assert {later for later in NEXT[state] if order.index(later) < order.index(state)} == set()
    with driver() as made:
        slot = Slot(await made.stand("python", Limits()), Kind("python", Limits(), "python"))
        slot.state = state
        for other in set(State) - NEXT[state]:
            with pytest.raises(AssertionError, match=f"a slot that is {state} cannot become {other}"):
                slot._to(other)


def warm(pool: Pool) -> list[Slot]:
    return [slot for slot in pool._slots if slot.state is State.WARM]
