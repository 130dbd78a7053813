"""What is said while a worker works costs the work nothing."""

from __future__ import annotations

import asyncio
import threading

import pytest

from arena.worker.words import heard_of


async def work() -> str:
    await asyncio.sleep(0.2)
    return "the record"


async def work_for(words: list[object]) -> str:
    """As long as it takes to say three of them."""
    async with asyncio.timeout(60):
        while len(words) < 3:  # noqa: ASYNC110 - a thread says them
            await asyncio.sleep(0.01)
    return "the record"


async def test_a_word_is_said_again_and_again_until_the_work_is_done() -> None:
    said: list[object] = []
    assert await heard_of(work_for(said), lambda: said.append("on it"), 0.03) == "the record"
    # One may have been under way.
    await asyncio.sleep(0.1)
    count = len(said)
    await asyncio.sleep(0.1)
    assert len(said) == count


@pytest.mark.parametrize("problem", [ConnectionRefusedError, RuntimeError("the broker's memory is full")])
async def test_a_word_that_fails_in_whatever_way_is_said_again_and_costs_the_work_nothing(
    problem: Exception,
) -> None:
    said: list[object] = []

    def say() -> None:
        said.append(problem)
        raise problem

    assert await heard_of(work_for(said), say, 0.03) == "the record"


async def test_a_word_that_hangs_does_not_hold_the_work_up() -> None:
    hung, freed = [], threading.Event()

    def say() -> None:
        hung.append(freed.wait(60))

    assert await heard_of(work(), say, 0.03) == "the record"
    assert hung == []
    freed.set()


async def test_what_the_work_raises_is_raised() -> None:
    async def fails() -> None:
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="disk is full"):
        await heard_of(fails(), lambda: None, 0.03)
