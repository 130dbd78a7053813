"""How a platform ends while its ladder plays, how else it is started, and that every match counts once in the end.

The tests of this file run in order on one platform of each shape, after all of it was killed (`test_chaos.py`).
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess

import pytest

from tests.end_to_end.conftest import embedded_only, servers_only
from tests.end_to_end.running import MAKE_RUN, Platform, below, check_invariants, check_ratings, processes, until

UNDER_WAY = "SELECT count(*) FROM matches_match WHERE state = 'running'"
STILL_OPEN = "SELECT count(*) FROM matches_match WHERE state IN ('ordered', 'running')"


def left_of(pids: set[int]) -> set[int]:
    return pids & {process.pid for process in processes()}


def every_match_has_ended_and_counts_once(platform: Platform) -> None:
    """Without a matchmaker what is open is played to its end; and ratings are a fold over it (G3)."""
    platform.close_ladders()
    # An order that was lost is sent again when the farm is idle, and one whose worker died when its lease ends.
    until(lambda: platform.number(STILL_OPEN) == 0, "no match is open")
    void = "SELECT public_id, reason FROM matches_match WHERE state = 'void' AND purpose = 'ladder'"
    assert platform.sql(void) == []
    assert platform.sql("SELECT id FROM bots_version WHERE state NOT IN ('accepted', 'refused')") == []
    assert platform.number("SELECT count(*) FROM ladders_ledgerentry") > 0
    check_invariants(platform)
    check_ratings(platform)


def test_every_match_that_was_ordered_ends_and_counts_once(running: Platform) -> None:
    """After all that was killed before."""
    every_match_has_ended_and_counts_once(running)


def test_it_ends_cleanly_while_matches_are_played(playing: Platform) -> None:
    until(lambda: playing.number(UNDER_WAY), "a match is being played")
    children = {process.pid for process in below(playing.pid)}
    assert len(children) >= 5
    assert playing.stop(signal.SIGTERM) == 0
    assert not left_of(children)
    check_invariants(playing)


@servers_only
def test_what_was_being_played_when_it_ended_is_played_after_a_start(running: Platform) -> None:
    """(On the embedded default the test of Docker shows it.)"""
    every_match_has_ended_and_counts_once(running)


@embedded_only
def test_docker_is_used_where_it_is_chosen(platform: Platform) -> None:
    """And what was being played when the platform ended is played after it has started again."""
    if subprocess.run(["docker", "info"], capture_output=True, check=False).returncode:
        pytest.skip("no Docker engine answers: run the tests by `make test`, which starts one")
    if platform.process is not None:
        platform.stop()
    latest = platform.number("SELECT coalesce(max(id), 0) FROM matches_match")
    platform.more["ATHANOR_SANDBOX"] = "docker"
    make_run(platform)
    platform.open_ladder("poison")
    platform.wait_for_new_matches(2)
    used = f"SELECT DISTINCT sandbox FROM matches_match WHERE state = 'finished' AND id > {latest}"
    assert platform.sql(used) == [("docker",)]
    every_match_has_ended_and_counts_once(platform)


@embedded_only
def test_make_run_ends_by_ctrl_c(platform: Platform) -> None:
    """The whole foreground group gets the signal, as from a terminal: make, and the supervisor."""
    if platform.process is None or platform.process.args != MAKE_RUN:
        if platform.process is not None:
            platform.stop()
        make_run(platform)
    make = platform.process
    assert make is not None
    children = below(make.pid)
    assert len(children) >= 6
    for pid in [make.pid, *(child.pid for child in children if child.parent == make.pid)]:
        os.kill(pid, signal.SIGINT)
    rest, _ = make.communicate(timeout=120)
    platform.process = None
    assert "Traceback" not in rest
    assert not left_of({child.pid for child in children})
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", platform.port)) != 0


def make_run(platform: Platform) -> None:
    # Told to end, make tells the supervisor; killed, it could not.
    platform.start(MAKE_RUN, by=signal.SIGTERM)
    platform.wait_until_ready()
