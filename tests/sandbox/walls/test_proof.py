"""The doctor's look at each wall: all of them hold here, and each that was left out is missed (G6)."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandbox.drivers.bubblewrap import Bubblewrap
from sandbox.drivers.docker import Docker
from sandbox.interface import Driver, SandboxFault
from sandbox.walls import WALLS, without
from sandbox.walls.proof import CHECKS, Proof, tried
from tests.sandbox.conftest import WALLED

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user lacks some of them, and is told so")

# What one of them lets through another one holds, or there is no switch for it: the corpus takes those away
# together that stand in one place.
NOT_ALONE = {"own_processes", "no_more_namespaces", "listed_calls_only", "whole_tree_ends", "no_swap"}
OF_ONE_DRIVER = {
    "bubblewrap": {"no_new_privileges", "no_message_queues"},
    "docker": {"no_new_privileges", "fixed_times"},
}


@pytest.mark.parametrize("kind", WALLED)
async def test_every_wall_holds_here(kind: str, made: Callable[[str], Driver]) -> None:
    driver: Any = made(kind)
    proofs = await asyncio.to_thread(tried, driver)
    assert [proof for proof in proofs if not proof.holds] == []
    assert [proof.wall for proof in proofs] == list(WALLS)


@pytest.mark.parametrize("kind", WALLED)
async def test_every_wall_that_is_not_there_is_missed(
    kind: str, made: Callable[[str], Driver], state: Path
) -> None:
    made(kind)
    left_out = set(WALLS) - NOT_ALONE - OF_ONE_DRIVER[kind]
    driver = (Bubblewrap if kind == "bubblewrap" else Docker)(state, without(*left_out))
    proofs = await asyncio.to_thread(tried, driver)
    assert {proof.wall for proof in proofs if not proof.holds} == left_out
    assert all(len(proof.seen) > 20 for proof in proofs if not proof.holds), "with what was seen, and what to do"


def test_every_wall_has_a_check() -> None:
    assert set(CHECKS) == set(WALLS)


def test_a_wall_that_only_root_has_weakens_and_any_other_is_missing() -> None:
    assert Proof("counted_files", False, "...").weakens
    assert not Proof("no_network", False, "...").weakens
    assert not Proof("counted_files", True).weakens


async def test_a_box_that_says_nothing_is_our_fault(
    made: Callable[[str], Driver], monkeypatch: pytest.MonkeyPatch
) -> None:
    driver: Any = made("bubblewrap")
    monkeypatch.setattr("sandbox.walls.proof.COMMAND", ("python3", "-c", "print('no walls here')"))
    with pytest.raises(SandboxFault, match="said nothing of them: b'no walls here"):
        await asyncio.to_thread(tried, driver)
