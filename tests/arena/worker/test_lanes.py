"""A worker plays many orders at once, and those of one lane never wait for those of another."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.orders.envelopes import packed
from arena.orders.lanes import Lane
from arena.orders.queues import CHECK_BUNDLE, PLAY_MATCH
from tests.arena.worker.conftest import check_order, match_order
from tests.arena.worker.running import LANE_ORDERS, ROOT, Arena, running
from tests.waiting import PATIENCE

pytestmark = pytest.mark.slow

SLEEPS = b"import time\ndef choose(ask):\n    time.sleep(3600)\n"
"""Longer than this file takes."""


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    """Its lane of checks is full of uploads that sleep, and twice as many wait in the queue."""
    with running(tmp_path_factory.mktemp("arena")) as here:
        sleeps = here.bundle(SLEEPS)
        for number in range(3 * LANE_ORDERS):
            order = dataclasses.replace(check_order(sleeps, token=f"check-{number}"), seconds=3600.0)
            here.send(CHECK_BUNDLE, packed(order), Lane.CHECKS.queue)
        here.hear(lambda: checks_begun(here) == LANE_ORDERS)
        yield here


def checks_begun(arena: Arena) -> int:
    return sum(arena.started(f"check-{number}") > 0 for number in range(3 * LANE_ORDERS))


@pytest.mark.parametrize("lane", [lane for lane in Lane if lane is not Lane.CHECKS])
def test_an_order_of_another_lane_is_played_meanwhile(crowded: Arena, lane: Lane) -> None:
    order = packed(match_order(crowded.bundle(), crowded.bundle(), token=lane))
    crowded.send(PLAY_MATCH, order, lane.queue)
    crowded.finished(lane)
    assert checks_begun(crowded) == LANE_ORDERS, "so many of a lane one worker takes, and no more"
    assert not any(crowded.records(f"check-{number}") for number in range(3 * LANE_ORDERS))


def test_an_order_that_hung_its_worker_is_not_played_again(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("arena")) as here:
        here.claims.give_up("hangs")
        for token in ("hangs", "after it"):
            here.send(PLAY_MATCH, packed(match_order(here.bundle(), here.bundle(), token=token)))
        here.finished("after it")
        assert (here.records("hangs"), here.started("hangs")) == ([], 0)


@pytest.mark.parametrize("option", [("-P", "solo"), ("-c", "2")])
def test_a_worker_whose_lanes_could_starve_each_other_does_not_start(
    tmp_path: Path, option: tuple[str, str]
) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "celery", "-A", "arena.worker.celery:app", "worker", *option],
        env=Arena(tmp_path).environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        cwd=ROOT,
    )
    assert told.returncode != 0
    assert "start the arena worker without -P and -c" in told.stderr
    assert "Traceback" not in told.stderr
