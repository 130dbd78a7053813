"""The one timer of a seat."""

from __future__ import annotations

import asyncio

import pytest

from arena.referee.alarm import Alarm
from arena.referee.conduct import Answer, Late, Reply
from tests.virtual_time import in_virtual_time, passes, virtual_loop
from tests.waiting import other_tasks_run

ANSWER = Answer(1, 0)


async def after(seconds: float) -> Reply:
    await passes(seconds)
    return ANSWER


def now() -> float:
    return virtual_loop().time()


@in_virtual_time
async def test_a_reply_in_time_comes_through() -> None:
    alarm = Alarm()
    alarm.set(5.0)
    assert await alarm.before(after(0.0)) is ANSWER
    alarm.stop()


@in_virtual_time
async def test_a_reply_that_does_not_come_is_late() -> None:
    alarm = Alarm()
    alarm.set(0.02)
    assert await alarm.before(after(60.0)) == Late()
    assert now() == pytest.approx(0.02)


@in_virtual_time
async def test_after_a_late_one_the_task_goes_on_undisturbed() -> None:
    alarm = Alarm()
    alarm.set(0.01)
    await alarm.before(after(60.0))
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0
    async with asyncio.timeout(60):
        await passes(50)


@in_virtual_time
async def test_a_timer_of_an_earlier_wait_does_not_end_a_later_one() -> None:
    alarm = Alarm()
    alarm.set(0.02)
    assert await alarm.before(after(0.0)) is ANSWER
    alarm.set(5.0)
    assert await alarm.before(after(0.06)) is ANSWER
    assert now() == pytest.approx(0.06)
    alarm.stop()


@in_virtual_time
async def test_a_shorter_wait_after_a_longer_one_ends_in_time() -> None:
    alarm = Alarm()
    alarm.set(60.0)
    assert await alarm.before(after(0.0)) is ANSWER
    alarm.set(0.02)
    assert await alarm.before(after(60.0)) == Late()
    assert now() == pytest.approx(0.02)


@in_virtual_time
async def test_one_deadline_holds_for_several_waits() -> None:
    alarm = Alarm()
    alarm.set(0.05)
    assert await alarm.before(after(0.01)) is ANSWER
    assert await alarm.before(after(60.0)) == Late()
    assert now() == pytest.approx(0.05)


@in_virtual_time
async def test_who_is_cancelled_from_outside_is_cancelled() -> None:
    alarm = Alarm()
    alarm.set(60.0)
    task = asyncio.ensure_future(alarm.before(after(60.0)))
    await other_tasks_run()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    alarm.stop()
