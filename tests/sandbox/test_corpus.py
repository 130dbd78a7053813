"""Every hostile bot, on every driver: the walls hold it, and without them it would have come through (G6)."""

from __future__ import annotations

import asyncio
import os
import platform
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.interface import Driver
from sandbox.walls import WALLS
from tests.sandbox import corpus
from tests.sandbox.conftest import WALLED
from tests.sandbox.corpus import Attack
from tests.sandbox.siege import SECRET, Outcome, besieged

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives each box a user of its own")


@pytest.fixture(autouse=True)
def _secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATHANOR_TEST_SECRET", SECRET)


@pytest.mark.parametrize("kind", WALLED)
@pytest.mark.parametrize("name", corpus.names())
async def test_an_attack_is_held_and_would_not_be(
    name: str, kind: str, made: Callable[[str], Driver], state: Path
) -> None:
    attack = corpus.attack_named(name, kind)
    if attack.machine and attack.machine != platform.machine():
        pytest.skip(f"its system calls are those of {attack.machine}")
    made(kind)
    runs = [besieged(attack, kind, state)]
    if attack.has_twin:
        runs.append(besieged(attack, kind, state, twin=True))
    outcome, *twins = await asyncio.gather(*runs)
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
