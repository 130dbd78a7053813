"""A slice of the soak: `make soak` plays hundreds (G6, G9)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from arena.referee.conduct import Out
from arena.referee.player import Absent
from athanorpb.farm.values import SeatRecord
from sandbox.interface import Driver
from tests.sandbox import soak
from tests.sandbox.calm import Calming, let_referees_run
from tests.sandbox.conftest import WALLED
from tests.sandbox.soak import Double, Report, farm_in, seen, soaked

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="the walls of an ordinary user are fewer")
SLICE = 12


@pytest.mark.parametrize("kind", WALLED)
def test_honest_results_stand_and_nothing_is_left(
    kind: str, made: Callable[[str], Driver], state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(kind)
    let_referees_run(monkeypatch)
    folder = state / f"soak-{kind}"
    folder.mkdir()
    farm = farm_in(folder, kind)
    # What a hostile bot makes of a machine that is busy anyway is no part of this.
    farm.driver = cast(Driver, Calming(farm.driver, "attacking.py"))
    report = soaked(farm, SLICE, first=WALLED.index(kind) * SLICE)
    assert report.is_good, report.told()
    assert report.matches == SLICE
    assert len(report.verdicts) > 1, "of a dozen attacks some end a bot and some do not"


def test_every_attack_that_can_be_is_part_of_it() -> None:
    names = {attack.name for attack in soak.attacks("bubblewrap")}
    assert {"fork_bomb", "memory_bomb", "endless_line", "wire_ping_flood"} <= names
    assert len(names) > 80


@pytest.mark.parametrize(
    "report",
    [
        Report(void=["a match"]),
        Report(wrong=["a result"]),
        Report(left=["a process"]),
        Report(descriptors=(10, 20)),
    ],
)
def test_one_thing_that_is_not_right_is_enough(report: Report) -> None:
    assert not report.is_good
    assert Report(descriptors=(10, 12)).is_good


def test_somebody_does_again_what_a_hostile_bot_was_seen_to_do() -> None:
    assert isinstance(seen(SeatRecord(out=Out.NEVER_READY)), Absent)
    assert isinstance(seen(SeatRecord(out=Out.DEAD, answers=3)), Double)
