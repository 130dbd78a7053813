"""Every processor busy: an honest bot does not lose to the load, and one that sleeps still loses."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from arena.blobs.store import FolderStore
from arena.orders.documents import Clock, MatchRecord
from arena.referee import patience
from arena.replay.file import read
from arena.worker.farm import Farm
from arena.worker.matches import play
from sandbox import readiness
from tests.arena.worker.conftest import house, match_order, stored

USED = 600
"""Milliseconds of CPU time that the thinker takes for each of its first answers."""
HARD = 3
"""Answers that it thinks about."""
CLOCK = Clock(startup=20_000, bank=20_000, increment=0, move_cap=700, match_cap=120_000)
ATTEMPTS = 5
"""As the site would order them: a match that is void is played again."""

THINKER = f"""
import time

def choose(ask):
    if ask.number <= {HARD}:
        until = time.process_time() + {USED / 1000}
        while time.process_time() < until:
            pass
    return 0
"""
SLEEPER = "import time\n\ndef choose(ask):\n    time.sleep(600)\n"
STARTER = """
import time

until = time.process_time() + 1.0
while time.process_time() < until:
    pass

def choose(ask):
    return 0
"""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others may work on this machine too: a host is given up later than in production."""
    for module in (patience, readiness):
        monkeypatch.setattr(module, "HARDEST", 30.0)


@contextmanager
def every_core_busy() -> Iterator[None]:
    """Two processes a core that never stop."""
    with ExitStack() as stack:
        for _ in range(2 * len(os.sched_getaffinity(0))):
            burner = stack.enter_context(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
            stack.callback(burner.kill)
        yield


def played(farm: Farm, *bundles: str, clock: Clock = CLOCK) -> MatchRecord:
    """The first record that is not void; those that are say why, with figures."""
    for attempt in range(ATTEMPTS):
        order = match_order(*bundles, clock=clock, seconds=300.0, token=f"token{attempt}")
        with every_core_busy():
            record = farm.loop.run(play(order, farm))
        if record.outcome == "finished":
            return record
        assert "the host stalled" in record.reason
        assert "kept waiting" in record.reason
    raise AssertionError(f"this machine had no time for a match: {record.reason}")


def test_an_honest_bot_does_not_lose_to_load_and_pays_what_it_used(farm: Farm) -> None:
    record = played(farm, stored(farm, THINKER.encode(), "thinker.py"), house(farm, "random"))
    seat = record.seats[0]
    assert (seat.out, seat.out_detail) == ("", "")
    assert seat.withheld > 0
    assert isinstance(farm.store, FolderStore)
    plays = [one for one in read(farm.store.get(record.replay)).plays if one.seat == 0]
    for one in plays[:HARD]:
        # What was withheld is in no wall time of the record, and the bank pays for CPU time alone.
        assert one.by_bot
        assert USED * 0.9 <= one.charged <= USED * 1.3
        assert one.wall <= CLOCK.move_cap
    assert sum(one.charged for one in plays[HARD:]) < USED


def test_a_bot_that_sleeps_loses_however_busy_the_machine_is(farm: Farm) -> None:
    began = time.monotonic()
    record = played(farm, stored(farm, SLEEPER.encode(), "sleeper.py"), house(farm, "random"))
    assert record.seats[0].out == "silent"
    assert record.ranks == (2, 1)
    assert record.seats[0].charged < USED
    assert time.monotonic() - began < 100


def test_a_bot_that_needs_its_start_up_time_has_it_on_a_busy_machine(farm: Farm) -> None:
    clock = Clock(startup=1_800, bank=20_000, increment=0, move_cap=5_000, match_cap=120_000)
    record = played(farm, stored(farm, STARTER.encode(), "starter.py"), house(farm, "random"), clock=clock)
    assert record.seats[0].out == ""
    assert record.seats[0].startup <= 1_800


def test_a_bot_that_never_comes_up_is_never_ready_on_a_busy_machine(farm: Farm) -> None:
    clock = Clock(startup=1_500, bank=20_000, increment=0, move_cap=5_000, match_cap=120_000)
    source = b"import time\n\ntime.sleep(600)\n\ndef choose(ask): ...\n"
    record = played(farm, stored(farm, source, "starter.py"), house(farm, "random"), clock=clock)
    assert record.seats[0].out == "never-ready"
