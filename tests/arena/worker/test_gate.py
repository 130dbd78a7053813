"""Which orders begin, and when: by lane, by processor, by memory."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path

from arena.orders.lanes import SHARES, Lane
from arena.worker.environment import Settings
from arena.worker.farm import Farm
from arena.worker.gate import LONGEST_WAIT, LOOK_EVERY, Full, Gate
from arena.worker.host_lock import HostLock, SharedHostLock
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
    hands: int = 4
    playing: Counter[Lane] = field(default_factory=Counter)
    begun: list[Lane] = field(default_factory=list)
    over: asyncio.Event = field(default_factory=asyncio.Event)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        # Each order wants one processor.
        self.gate = self.another_gate()

    def another_gate(self, host_lock: HostLock | None = None) -> Gate:
        """Of one of the workers that share the machine."""
        return Gate(
            lambda: self.processors - len(self.begun),
            lambda: Memory(self.memory, self.free),
            workers=self.workers,
            hands=self.hands,
            host_lock=host_lock,
        )

    def order(
        self, lane: Lane, memory: int = 0, gate: Gate | None = None, *, set_id: str = "", alone: bool = False
    ) -> asyncio.Task[None]:
        passed = (gate or self.gate).passed(lane, memory, set_id=set_id, alone=alone)
        self.tasks.append(asyncio.create_task(self._play(lane, passed)))
        return self.tasks[-1]

    async def _play(self, lane: Lane, passed: AbstractAsyncContextManager[None]) -> None:
        async with passed:
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


@in_virtual_time
async def test_matches_of_a_set_begin_together_however_busy_the_machine_is() -> None:
    machine = Machine(processors=0)
    machine.order(Lane.LADDERS, set_id="set 1")
    machine.order(Lane.LADDERS, set_id="set 2")
    for _ in range(3):
        machine.order(Lane.LADDERS, set_id="set 1")
    await machine.settled()
    assert machine.playing[Lane.LADDERS] == 4, "all of the set that is played, and none of the other"
    await machine.end()


@in_virtual_time
async def test_a_large_set_takes_a_busy_machine_for_two_matches_a_processor_and_no_more() -> None:
    machine = Machine(processors=0, hands=2)
    for _ in range(10):
        machine.order(Lane.TOURNAMENTS, set_id="set")
    await machine.settled()
    assert machine.playing[Lane.TOURNAMENTS] == 4
    machine.order(Lane.CHECKS)
    await passes(0)
    assert machine.playing[Lane.CHECKS] == 1, "each lane has its one all the same"
    await machine.end()


@in_virtual_time
async def test_matches_of_a_set_wait_for_memory_all_the_same() -> None:
    machine = Machine(processors=0, memory=3 * GIB, free=3 * GIB)
    for _ in range(4):
        machine.order(Lane.LADDERS, GIB, set_id="set")
    await machine.settled()
    assert machine.playing[Lane.LADDERS] == 3
    await machine.end()


@in_virtual_time
async def test_an_order_that_is_played_alone_waits_for_all_others_and_they_for_it() -> None:
    machine = Machine(processors=8)
    before = machine.order(Lane.CHALLENGES)
    await machine.settled()
    alone = machine.order(Lane.LADDERS, set_id="set", alone=True)
    after = [machine.order(lane, set_id="set") for lane in Lane]
    await machine.settled()
    assert machine.begun == [Lane.CHALLENGES], "nothing begins before it has had its turn"
    before.cancel()
    await machine.settled()
    assert machine.begun == [Lane.CHALLENGES, Lane.LADDERS], "it is played, and nothing else"
    alone.cancel()
    await machine.settled()
    assert machine.playing.total() - 2 == len(after)
    await machine.end()


@in_virtual_time
async def test_an_order_that_was_to_be_played_alone_and_is_called_off_holds_up_nobody() -> None:
    machine = Machine(processors=8)
    machine.order(Lane.CHALLENGES)
    await machine.settled()
    alone = machine.order(Lane.LADDERS, alone=True)
    machine.order(Lane.CHECKS)
    await machine.settled()
    assert machine.begun == [Lane.CHALLENGES]
    alone.cancel()
    await machine.settled()
    assert machine.begun == [Lane.CHALLENGES, Lane.CHECKS]
    await machine.end()


@in_virtual_time
async def test_after_one_was_played_alone_none_is_for_as_long_again() -> None:
    machine = Machine(processors=8)
    first = machine.order(Lane.CHALLENGES, alone=True)
    await passes(10)
    again = machine.order(Lane.CHALLENGES, alone=True)
    machine.order(Lane.CHALLENGES)
    machine.order(Lane.LADDERS)
    first.cancel()
    await passes(9)
    assert machine.begun == [Lane.CHALLENGES, Lane.CHALLENGES, Lane.LADDERS], "it is passed by"
    assert not again.done()
    await passes(2)
    machine.order(Lane.CHECKS)
    await machine.settled()
    assert len(machine.begun) == 3, "all else waits for it again"
    await machine.end()
    assert len(machine.begun) == 5


@in_virtual_time
async def test_of_several_that_are_to_be_played_alone_the_one_that_has_waited_longest_is_next() -> None:
    """Whatever its lane: one that had these again and again would leave none of the others' a turn."""
    machine = Machine(processors=8)
    before = machine.order(Lane.LADDERS)
    await machine.settled()
    longest = machine.order(Lane.LADDERS, alone=True)
    await machine.settled()
    machine.order(Lane.TOURNAMENTS, alone=True)
    await machine.settled()
    before.cancel()
    await machine.settled()
    assert machine.begun == [Lane.LADDERS, Lane.LADDERS]
    longest.cancel()
    await machine.end()


# Several workers on one host


@in_virtual_time
async def test_what_is_played_alone_is_alone_on_its_host_whatever_other_workers_have(tmp_path: Path) -> None:
    machine = Machine(processors=8)
    ours, theirs = (machine.another_gate(SharedHostLock(tmp_path)) for _ in range(2))
    before = machine.order(Lane.CHALLENGES, gate=theirs)
    await machine.settled()
    alone = machine.order(Lane.LADDERS, gate=ours, alone=True)
    await machine.settled()
    machine.order(Lane.CHECKS, gate=theirs)
    machine.order(Lane.TOURNAMENTS, gate=ours)
    await machine.settled()
    assert machine.begun == [Lane.CHALLENGES], "it waits for what another worker plays, and all else for it"
    before.cancel()
    await machine.settled()
    assert machine.begun == [Lane.CHALLENGES, Lane.LADDERS], "it is played, and nothing else"
    alone.cancel()
    await machine.settled()
    assert Counter(machine.begun[2:]) == Counter([Lane.CHECKS, Lane.TOURNAMENTS])
    await machine.end()


@in_virtual_time
async def test_workers_of_a_host_play_beside_each_other_while_nothing_is_to_be_alone(tmp_path: Path) -> None:
    machine = Machine(processors=8)
    for _ in range(3):
        machine.order(Lane.LADDERS, gate=machine.another_gate(SharedHostLock(tmp_path)))
    await machine.settled()
    assert machine.playing[Lane.LADDERS] == 3
    await machine.end()


@in_virtual_time
async def test_after_one_was_played_alone_no_worker_of_the_host_does_so_for_as_long(tmp_path: Path) -> None:
    machine = Machine(processors=8)
    ours, theirs = (machine.another_gate(SharedHostLock(tmp_path)) for _ in range(2))
    first = machine.order(Lane.LADDERS, gate=ours, alone=True)
    await passes(10)
    machine.order(Lane.CHALLENGES, gate=theirs, alone=True)
    machine.order(Lane.CHECKS, gate=ours)
    first.cancel()
    await passes(9)
    machine.order(Lane.TOURNAMENTS, gate=ours)
    await passes(0.5)
    assert machine.begun == [Lane.LADDERS, Lane.CHECKS, Lane.TOURNAMENTS], "it is passed by"
    await passes(1)
    machine.order(Lane.CHALLENGES, gate=ours)
    await passes(0.5)
    assert len(machine.begun) == 3, "now all else waits for it"
    await machine.end()
    assert len(machine.begun) == 5


@in_virtual_time
async def test_one_that_is_called_off_before_its_turn_alone_holds_up_no_other_worker(tmp_path: Path) -> None:
    machine = Machine(processors=8)
    ours, theirs = (machine.another_gate(SharedHostLock(tmp_path)) for _ in range(2))
    machine.order(Lane.CHALLENGES, gate=theirs)
    await machine.settled()
    alone = machine.order(Lane.LADDERS, gate=ours, alone=True)
    await machine.settled()
    alone.cancel()
    await passes(0)
    machine.order(Lane.CHECKS, gate=theirs)
    await machine.settled()
    assert machine.begun == [Lane.CHALLENGES, Lane.CHECKS]
    await machine.end()


@in_virtual_time
async def test_a_worker_that_died_while_it_waited_to_be_alone_holds_up_no_other(tmp_path: Path) -> None:
    machine = Machine(processors=8)
    dead = SharedHostLock(tmp_path)
    assert dead.claim(0)
    machine.order(Lane.CHECKS, gate=machine.another_gate(SharedHostLock(tmp_path)))
    await machine.settled()
    assert machine.begun == []
    # As the kernel closes what a process had open.
    dead.close()
    await machine.settled()
    assert machine.begun == [Lane.CHECKS]
    await machine.end()


@in_virtual_time
async def test_a_rest_that_was_noted_before_the_machine_started_anew_keeps_nobody_waiting(tmp_path: Path) -> None:
    before = SharedHostLock(tmp_path)
    assert before.claim(1e6)
    before.leave(1e6, rest=900.0)
    assert not before.claim(1e6 + 899)
    before.close()
    assert SharedHostLock(tmp_path).claim(5.0), "its clock begins anew"


def test_the_workers_of_one_installation_share_their_hosts_lock(tmp_path: Path) -> None:
    one, other = (
        Farm(Settings(name, "", tmp_path / "blobs", b"k" * 32, "none", tmp_path / "arena" / name)) for name in "ab"
    )
    assert one.gate.host_lock.claim(0)
    assert not other.gate.host_lock.share()
    one.gate.host_lock.leave(0)
    assert other.gate.host_lock.share()
