"""Every processor busy: an honest bot does not lose to the load, and one that sleeps still loses.

One match with all of them: it takes as much of the machine as there is.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from arena.replay.file import read
from arena.worker.farm import Farm
from arena.worker.matches import play
from athanorpb.farm.values import Clock, MatchRecord
from tests.arena.worker.conftest import match_order, never_give_the_host_up, stored

pytestmark = pytest.mark.slow

USED = 400
"""Milliseconds of CPU time that the thinker takes for each of its first answers."""
HARD = 2
"""Answers that it thinks about."""
CLOCK = Clock(startup=3_000, bank=20_000, increment=0, move_cap=600, match_cap=600_000)
"""More than each of them needs, and for an answer less than it takes where three more want each processor."""

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

until = time.process_time() + 0.9
while time.process_time() < until:
    pass

def choose(ask):
    return 0
"""
ABSENT = "import time\n\ntime.sleep(600)\n\ndef choose(ask): ...\n"
BOTS = {"thinker": THINKER, "sleeper": SLEEPER, "starter": STARTER, "absent": ABSENT}
SEATS = {name: seat for seat, name in enumerate(BOTS)}


@contextmanager
def every_core_busy() -> Iterator[None]:
    """Three processes a core that never stop."""
    with ExitStack() as stack:
        for _ in range(3 * len(os.sched_getaffinity(0))):
            burner = stack.enter_context(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
            stack.callback(burner.kill)
        yield


@pytest.fixture(scope="module")
def record(shared_farm: Farm) -> MatchRecord:
    bundles = [stored(shared_farm, source.encode(), f"{name}.py") for name, source in BOTS.items()]
    with pytest.MonkeyPatch.context() as patched, every_core_busy():
        never_give_the_host_up(patched)
        return shared_farm.loop.run(play(match_order(*bundles, clock=CLOCK), shared_farm))


def test_an_honest_bot_does_not_lose_to_load_and_pays_what_it_used(shared_farm: Farm, record: MatchRecord) -> None:
    assert record.outcome == "finished", record.reason
    seat = record.seats[SEATS["thinker"]]
    assert (seat.out, seat.out_detail) == ("", "")
    assert seat.withheld > 0
    plays = [one for one in read(shared_farm.store.get(record.replay)).plays if one.seat == SEATS["thinker"]]
    for one in plays[:HARD]:
        # What was withheld is in no wall time of the record, and the bank pays for CPU time alone.
        assert one.by_bot
        assert USED * 0.9 <= one.charged <= USED * 2
        assert one.wall <= CLOCK.move_cap


def test_a_bot_that_sleeps_loses_however_busy_the_machine_is(record: MatchRecord) -> None:
    seat = record.seats[SEATS["sleeper"]]
    assert seat.out == "silent"
    assert record.ranks[SEATS["sleeper"]] > max(record.ranks[SEATS[name]] for name in ("thinker", "starter"))
    assert seat.charged < USED


def test_a_bot_that_needs_its_start_up_time_has_it_on_a_busy_machine(record: MatchRecord) -> None:
    seat = record.seats[SEATS["starter"]]
    assert (seat.out, seat.out_detail) == ("", "")


def test_a_bot_that_never_comes_up_is_never_ready_on_a_busy_machine(record: MatchRecord) -> None:
    assert record.seats[SEATS["absent"]].out == "never-ready"
