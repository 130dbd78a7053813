"""Heartbeats cost the work nothing."""

from __future__ import annotations

import asyncio
import threading

import pytest

from arena.worker.heartbeat import with_heartbeat
from arena.worker.loop import THREADS, LoopThread
from tests.virtual_time import in_virtual_time, passes, virtual_loop
from tests.waiting import PATIENCE, other_tasks_run, reached

EVERY = 3.0


async def work(seconds: float) -> str:
    await passes(seconds)
    return "the record"


@in_virtual_time
async def test_a_heartbeat_is_sent_again_and_again_until_the_work_is_done() -> None:
    sent: list[float] = []
    assert await with_heartbeat(work(10.0), lambda: sent.append(virtual_loop().time()), EVERY) == "the record"
    await passes(1000.0)
    assert sent == [3.0, 6.0, 9.0]


@pytest.mark.parametrize("problem", [ConnectionRefusedError, RuntimeError("the broker's memory is full")])
@in_virtual_time
async def test_a_heartbeat_that_fails_in_whatever_way_is_sent_again_and_costs_the_work_nothing(
    problem: Exception,
) -> None:
    sent: list[object] = []

    def send() -> None:
        sent.append(problem)
        raise problem

    assert await with_heartbeat(work(10.0), send, EVERY) == "the record"
    assert sent == [problem] * 3


async def test_a_heartbeat_that_hangs_does_not_hold_the_work_up() -> None:
    hung, freed = threading.Event(), threading.Event()
    over: list[bool] = []

    def send() -> None:
        hung.set()
        over.append(freed.wait())

    async def work_until_it_hangs() -> str:
        await reached(hung.is_set, "a heartbeat that hangs")
        return "the record"

    try:
        assert await with_heartbeat(work_until_it_hangs(), send, 0.0) == "the record"
        assert over == []
    finally:
        freed.set()


def test_heartbeats_that_hang_while_the_broker_is_away_hold_up_no_match() -> None:
    freed, loop = threading.Event(), LoopThread()

    def send() -> None:
        freed.wait()

    async def work(played: asyncio.Event) -> None:
        await played.wait()

    async def matches() -> None:
        played = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            for _ in range(2 * THREADS):
                group.create_task(with_heartbeat(work(played), send, 0.0))
            # Each has begun to send one.
            await other_tasks_run(20)
            try:
                await asyncio.wait_for(asyncio.to_thread(lambda: None), PATIENCE)
            finally:
                freed.set()
                played.set()

    try:
        loop.run(matches())
    finally:
        loop.close()


async def test_heartbeats_are_sent_in_another_thread() -> None:
    threads: list[int] = []

    async def work_until_a_heartbeat() -> str:
        await reached(lambda: threads, "a heartbeat")
        return "the record"

    await with_heartbeat(work_until_a_heartbeat(), lambda: threads.append(threading.get_ident()), 0.0)
    assert threading.get_ident() not in threads


async def test_who_is_called_off_when_the_work_has_just_ended_hears_of_it() -> None:
    async def ends() -> str:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        return "the record"

    called_off = asyncio.create_task(with_heartbeat(ends(), lambda: None, EVERY))
    await asyncio.wait([called_off])
    assert called_off.cancelled()


async def test_what_the_work_raises_is_raised() -> None:
    async def fails() -> None:
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="disk is full"):
        await with_heartbeat(fails(), lambda: None, EVERY)
    assert asyncio.all_tasks() == {asyncio.current_task()}, "nobody is left that sends one"
