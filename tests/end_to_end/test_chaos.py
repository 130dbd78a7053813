"""Whatever dies, the platform goes on: no match is lost, none counts twice (G1, G2), ratings are a fold (G3).

The tests of this file run in order on one platform of each shape.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import time

import pytest

from tests.end_to_end.running import SERVICES, Platform, below, check_invariants, processes, until


def test_house_bots_play_and_are_rated(platform: Platform) -> None:
    platform.wait_for_matches(3, within=120)
    status, page = platform.page("/ladders/poison/")
    assert status == 200
    assert "greedy" in page
    check_invariants(platform)


@pytest.mark.parametrize("service", SERVICES)
def test_a_service_that_is_killed_comes_back_and_matches_go_on(platform: Platform, service: str) -> None:
    if service == "broker" and platform.broker:
        assert platform.service("broker") is None, "a broker of ours beside the one that was named"
        return
    before = platform.kill(service)
    until(lambda: platform.service(service) not in (None, before), 20, f"{service} runs again")
    platform.wait_for_matches(2)
    until(lambda: platform.page("/ladders/poison/")[0] == 200, 30, "pages again")


def test_a_pool_process_that_is_killed_in_a_match_is_replaced(platform: Platform) -> None:
    arena = until(lambda: platform.service("arena"), 20, "the arena runs")
    pool = until(
        lambda: [child.pid for child in processes() if child.parent == arena], 20, "the arena has pool processes"
    )
    for pid in pool:
        os.kill(pid, signal.SIGKILL)
    platform.wait_for_matches(2)


def test_a_storm_of_kills_is_survived(platform: Platform) -> None:
    """Any process but the supervisor, at any moment: the same storm each time."""
    chance = random.Random(7)
    for _ in range(20):
        # A storm may have taken all of them, and each waits a little longer before it comes back.
        victim = chance.choice(until(lambda: below(platform.pid), 30, "there is something to kill"))
        with contextlib.suppress(ProcessLookupError):
            os.kill(victim.pid, signal.SIGKILL)
        time.sleep(chance.uniform(0.1, 1.5))
    platform.wait_for_matches(2, within=150)
    until(lambda: platform.page("/ladders/poison/")[0] == 200, 30, "pages again")


def test_a_supervisor_that_is_killed_takes_everything_along_and_can_start_again(platform: Platform) -> None:
    children = until(
        lambda: len(found := [process.pid for process in below(platform.pid)]) >= 5 and found, 30, "all of it runs"
    )
    platform.stop(signal.SIGKILL)
    until(
        lambda: not {process.pid for process in processes()} & set(children), 10, "nothing outlives the supervisor"
    )
    platform.start()
    platform.wait_until_ready()
    platform.wait_for_matches(2)


def test_it_ends_cleanly_within_seconds(platform: Platform) -> None:
    children = [process.pid for process in below(platform.pid)]
    assert platform.stop(signal.SIGTERM, within=15) == 0
    assert not {process.pid for process in processes()} & set(children)


def test_every_match_that_was_ordered_ends_and_counts_once(platform: Platform) -> None:
    """Started once more without a matchmaker: what is open is played to its end."""
    platform.more["ATHANOR_BACKLOG"] = "0"
    platform.start()
    platform.wait_until_ready()
    still_open = "SELECT count(*) FROM matches_match WHERE state IN ('ordered', 'running')"
    # An order that was lost is sent again when the farm is idle, and one whose worker died when its lease ends.
    until(lambda: platform.number(still_open) == 0, 180, "no match is open")
    assert platform.sql("SELECT public_id, reason FROM matches_match WHERE state = 'void'") == []
    check_invariants(platform)
