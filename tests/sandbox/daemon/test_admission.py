"""Who has how many slots, and who is next."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

import pytest

from sandbox.daemon.admission import MOST_WAITING, TABLE, Admission, Holder
from sandbox.interface import SandboxFault
from tests.waiting import other_tasks_run


async def settled() -> None:
    await other_tasks_run(5)


def waits(work: Coroutine[None, None, None]) -> asyncio.Task[None]:
    return asyncio.create_task(work)


async def taken(admission: Admission, worker: int, many: int) -> None:
    for _ in range(many):
        await admission.take(Holder(worker))


async def test_a_slot_is_had_and_given_back() -> None:
    admission = Admission(TABLE)
    await taken(admission, 1, TABLE)
    assert admission.used == TABLE
    for _ in range(TABLE):
        admission.give_back(Holder(1))
    assert (admission.used, dict(admission.held)) == (0, {})


async def test_a_worker_is_let_in_only_where_there_is_room_for_a_whole_table() -> None:
    admission = Admission(2 * TABLE)
    await taken(admission, 1, 1)
    await taken(admission, 2, 1)
    third = waits(admission.take(Holder(3)))
    await settled()
    assert not third.done(), "two tables are promised, though two slots are taken"
    await taken(admission, 1, TABLE - 1)
    admission.give_back(Holder(2))
    await third
    assert admission.held == {Holder(1): TABLE, Holder(3): 1}


async def test_a_large_match_is_let_in_before_small_ones_that_came_later() -> None:
    admission = Admission(TABLE)
    first, large, small = Holder("first", 4), Holder("large", TABLE), Holder("small", 4)
    await admission.take(first)
    await_large = waits(admission.take(large))
    await settled()
    await_small = waits(admission.take(small))
    await settled()
    assert not await_small.done(), "there is room for it, but another one came first"
    await admission.take(first)
    admission.give_back(first)
    admission.give_back(first)
    await await_large
    assert not await_small.done()
    admission.give_back(large)
    await await_small


async def test_two_workers_never_wait_for_each_other_with_half_a_table_each() -> None:
    admission = Admission(TABLE)

    async def match(worker: int) -> None:
        for _ in range(TABLE):
            await admission.take(Holder(worker))
            await other_tasks_run()
        for _ in range(TABLE):
            admission.give_back(Holder(worker))

    async with asyncio.timeout(60):
        await asyncio.gather(*(match(worker) for worker in range(20)))
    assert admission.used == 0


async def test_workers_that_wait_are_served_in_turn() -> None:
    admission = Admission(TABLE)
    await admission.take(Holder(0))
    served: list[int] = []

    async def wanting(worker: int) -> None:
        await admission.take(Holder(worker))
        served.append(worker)

    greedy = [waits(wanting(1)) for _ in range(10)]
    await settled()
    modest = waits(wanting(2))
    await settled()
    admission.give_back(Holder(0))
    await settled()
    assert served == [1] * TABLE, "the first in line gets its table"
    for _ in range(TABLE):
        admission.give_back(Holder(1))
    await settled()
    assert served[TABLE] == 2, "then it is the other's turn, however much the first still wants"
    await modest
    admission.give_back(Holder(2))
    await asyncio.gather(*greedy)


async def test_beyond_its_table_a_worker_takes_only_what_nobody_waits_for() -> None:
    admission = Admission(TABLE + 4)
    await taken(admission, 1, TABLE + 2)
    newcomer = waits(admission.take(Holder(2)))
    await settled()
    more = waits(admission.take(Holder(1)))
    await settled()
    assert not newcomer.done()
    assert not more.done()
    for task in (newcomer, more):
        task.cancel()


async def test_nobody_waits_for_ever() -> None:
    admission = Admission(1, patience=0.05)
    await admission.take(Holder(1))
    with pytest.raises(SandboxFault, match=r"no slot was free within 0.05 seconds: 1 of 1 are taken"):
        await admission.take(Holder(2))
    assert (admission.used, admission.waiting) == (1, 0)


async def test_who_leaves_the_queue_leaves_it_to_the_others() -> None:
    admission = Admission(1)
    await admission.take(Holder(1))
    leaving, staying = waits(admission.take(Holder(2))), waits(admission.take(Holder(3)))
    await settled()
    leaving.cancel()
    # In the same moment: the slot may have been given to who leaves.
    admission.give_back(Holder(1))
    await staying
    assert dict(admission.held) == {Holder(3): 1}


async def test_who_is_called_off_with_his_slot_in_hand_gives_it_back() -> None:
    admission = Admission(1)
    await admission.take(Holder(1))
    late = waits(admission.take(Holder(2)))
    await settled()
    admission.give_back(Holder(1))
    late.cancel()
    await settled()
    assert (admission.used, admission.waiting) == (0, 0)


async def test_a_queue_is_bounded() -> None:
    admission = Admission(1)
    await admission.take(Holder(1))
    waiting = [waits(admission.take(Holder(2))) for _ in range(MOST_WAITING)]
    await settled()
    with pytest.raises(SandboxFault, match="requests for a slot waiting"):
        await admission.take(Holder(2))
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert admission.waiting == 0


async def test_a_match_that_says_how_many_it_is_needs_room_for_no_more() -> None:
    admission = Admission(TABLE)
    pairs = [Holder((1, name), 2) for name in "abcd"]
    for pair in pairs:
        await admission.take(pair)
    fifth = waits(admission.take(Holder((1, "e"), 2)))
    await settled()
    assert not fifth.done(), "four pairs are promised all there is, though each has one slot only"
    for pair in pairs:
        await admission.take(pair)
    assert admission.used == TABLE
    for _ in range(2):
        admission.give_back(pairs[0])
    await fifth


async def test_matches_of_one_worker_never_wait_for_each_other_with_half_of_their_seats_each() -> None:
    admission = Admission(TABLE)

    async def match(holder: Holder) -> None:
        for _ in range(holder.seats):
            await admission.take(holder)
            await other_tasks_run()
        for _ in range(holder.seats):
            admission.give_back(holder)

    async with asyncio.timeout(60):
        await asyncio.gather(*(match(Holder((1, number), 2 + number % 5)) for number in range(40)))
    assert admission.used == 0


async def test_who_wants_more_seats_than_there_are_gets_them_one_after_another_or_not_at_all() -> None:
    admission = Admission(2, patience=0.05)
    six = Holder((1, "six"), 6)
    await admission.take(six)
    await admission.take(six)
    with pytest.raises(SandboxFault, match="no slot was free"):
        await admission.take(six)
