"""Every hostile bot, on every driver: the walls hold it, and without them it would have come through (G6).

Most of an attack is waiting: for a start, a limit, an end. So a few of those that this run is to try are played
side by side, ahead of the tests; each test waits for its own and is the one that fails for it.
"""

from __future__ import annotations

import asyncio
import os
import platform
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from sandbox.interface import Driver
from sandbox.walls import WALLS
from tests.sandbox import corpus
from tests.sandbox.calm import let_referees_run
from tests.sandbox.conftest import WALLED
from tests.sandbox.corpus import Attack
from tests.sandbox.siege import SECRET, Outcome, besieged

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives each box a user of its own")

TOGETHER: Final = 4
"""Attacks at a time, each with its twin: what waits costs nothing, and two processors are soon busy."""

Outcomes = asyncio.Task[list[Outcome]]


def is_possible(attack: Attack) -> bool:
    return not attack.machine or attack.machine == platform.machine()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played(
    request: pytest.FixtureRequest, made: Callable[[str], Driver], state: Path
) -> AsyncIterator[dict[tuple[str, str], Outcomes]]:
    """The attacks of this run, by name and driver: each under way, or about to be."""
    gate = asyncio.Semaphore(TOGETHER)

    async def run(attack: Attack, kind: str) -> list[Outcome]:
        async with gate:
            runs = [besieged(attack, kind, state)]
            if attack.has_twin:
                runs.append(besieged(attack, kind, state, twin=True))
            return await asyncio.gather(*runs)

    chosen = [
        (str(item.callspec.params["name"]), str(item.callspec.params["kind"]))
        for item in request.session.items
        if isinstance(item, pytest.Function)
        and item.originalname == test_an_attack_is_held_and_would_not_be.__name__
    ]
    there = {kind for kind in {kind for _, kind in chosen} if works(kind, made)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ATHANOR_TEST_SECRET", SECRET)
        let_referees_run(patch)
        tasks = {
            (name, kind): asyncio.create_task(run(attack, kind))
            for name, kind in chosen
            if kind in there and is_possible(attack := corpus.attack_named(name, kind))
        }
        yield tasks
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)


def works(kind: str, made: Callable[[str], Driver]) -> bool:
    try:
        made(kind)
    except pytest.skip.Exception:
        return False
    return True


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("kind", WALLED)
@pytest.mark.parametrize("name", corpus.names())
async def test_an_attack_is_held_and_would_not_be(
    name: str, kind: str, made: Callable[[str], Driver], played: dict[tuple[str, str], Outcomes]
) -> None:
    attack = corpus.attack_named(name, kind)
    if not is_possible(attack):
        pytest.skip(f"its system calls are those of {attack.machine}")
    made(kind)
    outcome, *twins = await played[name, kind]
    assert outcome.unlike(attack.expected) == []
    if attack.host.get("clean_sentence"):
        assert outcome.sentence.isprintable()
        assert len(outcome.sentence) <= 600
    for twin in twins:
        check_twin(attack, twin)


def check_twin(attack: Attack, twin: Outcome) -> None:
    assert twin.unlike(attack.expected), "without its walls the attack comes to the same: they hold nothing"
    assert twin.unlike(attack.twin) == []


@pytest.mark.parametrize("name", corpus.names())
def test_an_attack_names_walls_that_there_are(name: str) -> None:
    for kind in WALLED:
        attack = corpus.attack_named(name, kind)
        assert set(attack.walls) | set(attack.twin_without) <= set(WALLS)
        assert attack.attack.endswith(".")
        assert attack.has_twin or attack.twin_none


# Where there is no swap, and no call that would reach a queue, nothing comes of them: test_golden looks at them.
SEEN_ELSEWHERE = {"no_swap", "own_ipc"}


def test_every_wall_holds_something() -> None:
    held = {wall for name in corpus.names() for kind in WALLED for wall in corpus.attack_named(name, kind).walls}
    assert set(WALLS) - held == SEEN_ELSEWHERE
