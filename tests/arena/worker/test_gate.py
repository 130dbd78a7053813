"""Which orders begin, and when: by lane, by processor, by memory."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field

from arena.orders.lanes import SHARES, Lane
from arena.worker.gate import LONGEST_WAIT, LOOK_EVERY, Full, Gate
from sandbox.load import Memory
from tests.virtual_time import in_virtual_time, passes

GIB = 2**30


@dataclass
class Machine:
    """What the gate sees, and the orders that are played behind it."""

    processors: float = 0.0
    memory: int = 100 * GIB
    free: int = 100 * GIB
    workers: int = 1
    playing: Counter[Lane] = field(default_factory=Counter)
    begun: list[Lane] = field(default_factory=list)
    over: asyncio.Event = field(default_factory=asyncio.Event)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        # Each order wants one processor.
        self.gate = self.another_gate()

    def another_gate(self) -> Gate:
        """Of one of the workers that share the machine."""
        return Gate(
            lambda: self.processors - len(self.begun),
            lambda: Memory(self.memory, self.free),
            workers=self.workers,
        )

    def order(self, lane: Lane, memory: int = 0, gate: Gate | None = None) -> asyncio.Task[None]:
        self.tasks.append(asyncio.create_task(self._play(lane, memory, gate or self.gate)))
        return self.tasks[-1]

    async def _play(self, lane: Lane, memory: int, gate: Gate) -> None:
        async with gate.passed(lane, memory):
            self.playing[lane] += 1
            self.begun.append(lane)
            await self.over.wait()
            self.playing[lane] -= 1

    async def settled(self) -> None:
        await passes(20 * LOOK_EVERY)

    async def end(self) -> None:
        self.over.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        assert +self.gate.playing == Counter()


@in_virtual_time
async def test_each_lane_plays_one_however_busy_the_machine_is() -> None:
    machine = Machine(processors=-5, free=0)
    for lane in Lane:
        for _ in range(3):
            machine.order(lane, GIB)
    await machine.settled()
    assert machine.playing == Counter(Lane)
    await machine.end()
    assert Counter(machine.begun) == dict.fromkeys(Lane, 3)


@in_virtual_time
async def test_a_lane_full_of_orders_that_do_not_end_holds_up_no_other() -> None:
    machine = Machine()
    for _ in range(50):
        machine.order(Lane.CHECKS)
    await machine.settled()
    machine.order(Lane.TOURNAMENTS)
    await passes(0)
    assert machine.playing == {Lane.CHECKS: 1, Lane.TOURNAMENTS: 1}
    await machine.end()


@in_virtual_time
async def test_more_are_played_while_processors_are_free() -> None:
    machine = Machine(processors=4)
    for _ in range(10):
        machine.order(Lane.LADDERS)
    await machine.settled()
    assert machine.playing[Lane.LADDERS] == 4
    machine.processors = 7
    await machine.settled()
    assert machine.playing[Lane.LADDERS] == 7
    await machine.end()


@in_virtual_time
async def test_orders_that_were_just_begun_are_counted_before_they_show() -> None:
    machine = Machine()
    # What is begun does not show in this machine's figures at all.
    machine.gate = Gate(lambda: 2.0, lambda: Memory(GIB, GIB))
    for _ in range(10):
        machine.order(Lane.LADDERS)
    await passes(LOOK_EVERY / 2)
    assert machine.playing[Lane.LADDERS] == 3, "its own one, and two for the processors"
    await machine.end()


@in_virtual_time
async def test_more_are_played_only_where_their_memory_is_free() -> None:
    machine = Machine(processors=100, free=GIB)
    machine.order(Lane.LADDERS, 2 * GIB)
    machine.order(Lane.LADDERS, 2 * GIB)
    machine.order(Lane.CHECKS, 2 * GIB)
    await machine.settled()
    assert machine.playing == {Lane.LADDERS: 1, Lane.CHECKS: 1}
    machine.free = 2 * GIB
    await machine.settled()
    assert machine.playing == {Lane.LADDERS: 2, Lane.CHECKS: 1}
    await machine.end()


@in_virtual_time
async def test_no_more_memory_is_promised_than_there_is_though_nobody_uses_it() -> None:
    machine = Machine(processors=100, memory=5 * GIB)
    for _ in range(5):
        machine.order(Lane.LADDERS, 2 * GIB)
    await machine.settled()
    assert machine.playing == {Lane.LADDERS: 2}
    await machine.end()


@in_virtual_time
async def test_workers_that_share_a_machine_promise_its_memory_once() -> None:
    machine = Machine(processors=100, memory=12 * GIB, free=12 * GIB, workers=3)
    for gate in [machine.another_gate() for _ in range(3)]:
        for _ in range(5):
            machine.order(Lane.LADDERS, 2 * GIB, gate)
    await machine.settled()
    assert machine.playing == {Lane.LADDERS: 6}
    await machine.end()


@in_virtual_time
async def test_workers_that_share_a_machine_do_not_each_take_all_of_its_free_memory() -> None:
    machine = Machine(processors=100, free=6 * GIB, workers=3)
    machine.order(Lane.LADDERS, 4 * GIB)
    machine.order(Lane.LADDERS, 4 * GIB)
    machine.order(Lane.CHECKS, 4 * GIB)
    machine.order(Lane.CHECKS, 2 * GIB)
    await machine.settled()
    assert machine.playing == {Lane.LADDERS: 1, Lane.CHECKS: 2}
    await machine.end()


@in_virtual_time
async def test_workers_that_share_a_machine_do_not_each_take_all_of_its_free_processors() -> None:
    machine = Machine(workers=3)
    gates = [Gate(lambda: 6.0, lambda: Memory(GIB, GIB), workers=3) for _ in range(3)]
    for gate in gates:
        for _ in range(10):
            machine.order(Lane.LADDERS, 0, gate)
    # What they begin does not show yet.
    await passes(LOOK_EVERY / 2)
    assert [gate.playing[Lane.LADDERS] for gate in gates] == [3, 3, 3], "its own one, and two for the processors"
    await machine.end()


@in_virtual_time
async def test_whoever_takes_the_orders_is_told_when_one_begins_and_when_one_ends() -> None:
    told: list[int] = []
    gate = Gate(changed=lambda: told.append(gate.playing[Lane.CHECKS]))
    async with gate.passed(Lane.CHECKS, 0):
        assert told == [1]
    assert told == [1, 0]


@in_virtual_time
async def test_what_waits_for_long_goes_back_and_the_next_is_taken_when_there_is_room() -> None:
    machine = Machine()
    machine.order(Lane.CHECKS)
    parked = machine.order(Lane.CHECKS)
    await passes(LONGEST_WAIT - 2 * LOOK_EVERY)
    assert not parked.done()
    await passes(4 * LOOK_EVERY)
    assert isinstance(parked.exception(), Full)
    await machine.settled()
    assert machine.gate.full == {Lane.CHECKS}, "nobody else's lane is full"
    machine.processors = 2
    await machine.settled()
    assert machine.gate.full == set()
    machine.order(Lane.CHECKS)
    await machine.settled()
    assert machine.playing[Lane.CHECKS] == 2
    await machine.end()


@in_virtual_time
async def test_a_lane_is_full_no_longer_than_until_an_order_ends() -> None:
    machine = Machine()
    machine.order(Lane.CHECKS)
    machine.order(Lane.CHECKS)
    await passes(LONGEST_WAIT + 2 * LOOK_EVERY)
    assert machine.gate.full == {Lane.CHECKS}
    await machine.end()
    assert machine.gate.full == set()


@in_virtual_time
async def test_what_is_free_goes_to_the_lanes_by_their_shares() -> None:
    machine = Machine(processors=sum(SHARES.values()))
    for lane in Lane:
        for _ in range(20):
            machine.order(lane)
    await machine.settled()
    assert machine.playing == Counter(SHARES)
    await machine.end()


@in_virtual_time
async def test_who_is_called_off_leaves_its_place_to_the_next() -> None:
    machine = Machine()
    first, second, third = (machine.order(Lane.LADDERS) for _ in range(3))
    await machine.settled()
    second.cancel()
    first.cancel()
    await machine.settled()
    assert machine.playing[Lane.LADDERS] == 2, "the first one was cut off in play, the third one plays"
    assert not third.done()
    await machine.end()


@in_virtual_time
async def test_who_is_called_off_in_the_moment_of_its_turn_gives_it_back() -> None:
    machine = Machine()
    async with machine.gate.passed(Lane.LADDERS, 0):
        late, last = machine.order(Lane.LADDERS), machine.order(Lane.LADDERS)
        await machine.settled()
    late.cancel()
    await machine.settled()
    assert machine.begun == [Lane.LADDERS]
    assert not last.done()
    await machine.end()
