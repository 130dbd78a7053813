"""The clock of the tests that wait for timers alone."""

from __future__ import annotations

import asyncio

import pytest

from tests.virtual_time import NothingToWaitFor, in_virtual_time, passes, virtual_loop

WEEK = 7 * 24 * 3600.0


@in_virtual_time
async def test_a_week_goes_by_at_once() -> None:
    await passes(WEEK)
    assert virtual_loop().time() == WEEK


@in_virtual_time
async def test_tasks_wake_in_the_order_of_their_timers() -> None:
    woken: list[float] = []

    async def sleeper(seconds: float) -> None:
        await passes(seconds)
        woken.append(virtual_loop().time())

    await asyncio.gather(*map(sleeper, (0.3, 0.1, 5.0, 0.2)))
    assert woken == pytest.approx([0.1, 0.2, 0.3, 5.0])


@in_virtual_time
async def test_a_timeout_comes_at_its_moment() -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(7.0):
            await passes(60.0)
    assert virtual_loop().time() == pytest.approx(7.0)


@in_virtual_time
async def test_what_is_due_while_the_loop_is_held_up_comes_late() -> None:
    loop = virtual_loop()
    rang: list[float] = []
    loop.call_later(1.0, lambda: rang.append(loop.time()))
    loop.call_later(0.5, loop.hold_up, 3.0)
    await passes(10.0)
    assert rang == [pytest.approx(3.5)]


@in_virtual_time
async def test_what_is_given_to_a_thread_is_done_at_once_and_may_fail() -> None:
    assert await asyncio.to_thread(sum, [1, 2]) == 3
    with pytest.raises(ZeroDivisionError):
        await asyncio.to_thread(divmod, 1, 0)
    assert virtual_loop().time() == 0.0


def test_a_wait_for_what_can_never_come_fails_at_once() -> None:
    async def waits() -> None:
        await asyncio.Event().wait()

    with pytest.raises(NothingToWaitFor):
        in_virtual_time(waits)()


async def test_in_real_time_nothing_passes_so() -> None:
    with pytest.raises(AssertionError, match="only in virtual time"):
        await passes(1.0)


@pytest.mark.parametrize("number", [1, 2])
@in_virtual_time
async def test_fixtures_and_parameters_are_given_as_to_any_test(
    number: int, request: pytest.FixtureRequest
) -> None:
    await passes(1.0)
    assert request.node.callspec.params == {"number": number}
