"""Who has how many slots, and who is next."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

import pytest

from sandbox.daemon.admission import MOST_WAITING, TABLE, Admission
from sandbox.interface import SandboxFault
from tests.waiting import other_tasks_run


async def settled() -> None:
    await other_tasks_run(5)


def waits(work: Coroutine[None, None, None]) -> asyncio.Task[None]:
    return asyncio.create_task(work)


async def taken(admission: Admission, worker: int, many: int) -> None:
    for _ in range(many):
        await admission.take(worker)


async def test_a_slot_is_had_and_given_back() -> None:
    admission = Admission(TABLE)
    await taken(admission, 1, TABLE)
    assert admission.used == TABLE
    for _ in range(TABLE):
        admission.give_back(1)
    assert (admission.used, dict(admission.held)) == (0, {})


async def test_a_worker_is_let_in_only_where_there_is_room_for_a_whole_table() -> None:
    admission = Admission(2 * TABLE)
    await taken(admission, 1, 1)
    await taken(admission, 2, 1)
    third = waits(admission.take(3))
    await settled()
    assert not third.done(), "two tables are promised, though two slots are taken"
    await taken(admission, 1, TABLE - 1)
    admission.give_back(2)
    await third
    assert admission.held == {1: TABLE, 3: 1}


async def test_two_workers_never_wait_for_each_other_with_half_a_table_each() -> None:
    admission = Admission(TABLE)

    async def match(worker: int) -> None:
        for _ in range(TABLE):
            await admission.take(worker)
            await other_tasks_run()
        for _ in range(TABLE):
            admission.give_back(worker)

    async with asyncio.timeout(60):
        await asyncio.gather(*(match(worker) for worker in range(20)))
    assert admission.used == 0


async def test_workers_that_wait_are_served_in_turn() -> None:
    admission = Admission(TABLE)
    await admission.take(0)
    served: list[int] = []

    async def wanting(worker: int) -> None:
        await admission.take(worker)
        served.append(worker)

    greedy = [waits(wanting(1)) for _ in range(10)]
    await settled()
    modest = waits(wanting(2))
    await settled()
    admission.give_back(0)
    await settled()
    assert served == [1] * TABLE, "the first in line gets its table"
    for _ in range(TABLE):
        admission.give_back(1)
    await settled()
    assert served[TABLE] == 2, "then it is the other's turn, however much the first still wants"
    await modest
    admission.give_back(2)
    await asyncio.gather(*greedy)


async def test_beyond_its_table_a_worker_takes_only_what_nobody_waits_for() -> None:
    admission = Admission(TABLE + 4)
    await taken(admission, 1, TABLE + 2)
    newcomer = waits(admission.take(2))
    await settled()
    more = waits(admission.take(1))
    await settled()
    assert not newcomer.done()
    assert not more.done()
    for task in (newcomer, more):
        task.cancel()


async def test_nobody_waits_for_ever() -> None:
    admission = Admission(1, patience=0.05)
    await admission.take(1)
    with pytest.raises(SandboxFault, match=r"no slot was free within 0.05 seconds: 1 of 1 are taken"):
        await admission.take(2)
    assert (admission.used, admission.waiting) == (1, 0)


async def test_who_leaves_the_queue_leaves_it_to_the_others() -> None:
    admission = Admission(1)
    await admission.take(1)
    leaving, staying = waits(admission.take(2)), waits(admission.take(3))
    await settled()
    leaving.cancel()
    # In the same moment: the slot may have been given to who leaves.
    admission.give_back(1)
    await staying
    assert dict(admission.held) == {3: 1}


async def test_who_is_called_off_with_his_slot_in_hand_gives_it_back() -> None:
    admission = Admission(1)
    await admission.take(1)
    late = waits(admission.take(2))
    await settled()
    admission.give_back(1)
    late.cancel()
    await settled()
    assert (admission.used, admission.waiting) == (0, 0)


async def test_a_queue_is_bounded() -> None:
    admission = Admission(1)
    await admission.take(1)
    waiting = [waits(admission.take(2)) for _ in range(MOST_WAITING)]
    await settled()
    with pytest.raises(SandboxFault, match="requests for a slot waiting"):
        await admission.take(2)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert admission.waiting == 0
