"""Matches of house bots on every core: given to the pool a few ahead, in their order."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator

import pytest

from arena.cli.outcomes import AHEAD, FEW, Task, outcomes
from arena.games.registry import game_named
from arena.house.catalogue import house_bots
from athanorpb.farm.values import Clock, Entrant, MatchOrder

CORES = 2


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(CORES)))


def task(number: int) -> Task:
    order = MatchOrder(
        match=f"local-{number}",
        game="poison",
        options=game_named("poison").settle(2, {}),
        seed=f"{number:064x}",
        clock=Clock(),
        seats=(Entrant("random", 0, ""),) * 2,
        deadline=0.0,
        set_id="local",
    )
    return Task(order, (house_bots("poison")["random"],) * 2, keep=True)


def counted(total: int, taken: list[int]) -> Iterator[Task]:
    for number in range(total):
        taken.append(number)
        yield task(number)


@pytest.mark.slow
def test_of_many_matches_few_are_given_to_the_pool_ahead() -> None:
    taken: list[int] = []
    played = outcomes(counted(100_000, taken), 100_000)
    assert isinstance(played, Generator)
    for turn in range(3):
        next(played)
        assert len(taken) == CORES * AHEAD + turn
    played.close()  # as Ctrl-C does
    assert len(taken) == CORES * AHEAD + 2


@pytest.mark.slow
def test_a_pool_gives_the_outcomes_of_this_process_in_the_order_of_the_tasks() -> None:
    total = CORES * AHEAD + 9
    alone = [next(outcomes([task(number)], 1)).chain for number in range(total)]
    assert total >= FEW
    assert [one.chain for one in outcomes(map(task, range(total)), total)] == alone
