"""Which orders a worker gives up that hangs: those that it plays."""

from __future__ import annotations

import asyncio

import pytest

from arena.orders.lanes import Lane
from arena.worker.farm import Farm
from arena.worker.gate import Full, Gate
from athanorpb.farm.values import CheckOrder, MatchOrder, MatchRecord
from sandbox.load import Memory
from tests.arena.worker.conftest import KEY, match_order
from tests.waiting import other_tasks_run, reached


async def test_an_order_that_waits_for_its_turn_is_not_given_up_and_the_site_is_told_that_it_waits(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ATHANOR_RECORD_KEY", KEY.hex())
    from arena.worker import tasks  # it reads the settings when it is imported

    told: list[tuple[str, str]] = []
    monkeypatch.setattr(tasks, "_beat", lambda here, said: told.append((said.attempt.token, said.state)))
    monkeypatch.setattr(tasks, "WAITS_EVERY", 0)
    monkeypatch.setattr(farm, "gate", Gate(lambda: 0.0, lambda: Memory(0, 0)))
    over, playing = asyncio.Event(), asyncio.Event()

    async def work(order: MatchOrder | CheckOrder, here: Farm) -> MatchRecord:
        playing.set()
        await over.wait()
        return MatchRecord("m1", order.attempt, "void", "a test", "test", "none")

    async with asyncio.TaskGroup() as group:
        for token in ("plays", "waits"):
            order = match_order("0" * 64, token=token)
            group.create_task(tasks._worked_at(order, farm, work, Lane.LADDERS))
        await playing.wait()
        await other_tasks_run()
        assert farm.in_play == {"plays"}
        await reached(lambda: told.count(("waits", "waiting")) >= 2, "two heartbeats of what waits")
        assert ("plays", "waiting") not in told
        farm.give_up()
        over.set()
    assert farm.in_play == set()
    assert (farm.claims.was_given_up("plays"), farm.claims.was_given_up("waits")) == (True, False)


async def test_a_worker_takes_no_more_of_a_lane_of_which_it_gave_an_order_back(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or the broker would send it here again, and not to a worker that has room."""
    monkeypatch.setattr("arena.worker.gate.LONGEST_WAIT", 0.0)
    monkeypatch.setattr(farm, "gate", Gate(lambda: 0.0, lambda: Memory(0, 0)))
    async with farm.gate.passed(Lane.LADDERS, 0):
        assert farm.may_hold(Lane.LADDERS) == 2
        with pytest.raises(Full):
            await farm.gate.passed(Lane.LADDERS, 0).__aenter__()
        assert farm.may_hold(Lane.LADDERS) == 1
        assert farm.may_hold(Lane.CHECKS) == 1
    async with farm.gate.passed(Lane.LADDERS, 0):
        assert farm.may_hold(Lane.LADDERS) == 2
