"""Whatever dies, the platform goes on: no match is lost, none counts twice (G1, G2).

The tests of this file run in order on one platform of each shape, and a ladder plays meanwhile; `test_ending.py`
goes on from them.
"""

from __future__ import annotations

import contextlib
import os
import signal

import pytest

from tests.end_to_end.running import SERVICES, Platform, below, check_invariants, until

KILLED = {
    "embedded": SERVICES,
    "postgresql-rabbitmq": [service for service in SERVICES if service != "sandboxd"],
    "postgresql-redis": ("broker", "site", "arena"),
}
"""On the first shape each service; on the second what uses the database or the broker; on the third what takes
messages: Redis is another server than the first shape's Valkey, with the same protocol."""
STORM = (
    *("bot", "site", "worker", "bot", "arena", "site", "web", "bot", "beat", "worker"),
    *("sandboxd", "bot", "pairing", "site", "bot", "broker", "web", "bot", "worker", "bot"),
)


def test_house_bots_play_and_are_rated(playing: Platform) -> None:
    playing.wait_for_new_matches(3)
    status, page = playing.page("/ladders/poison/")
    assert status == 200
    assert "greedy" in page
    check_invariants(playing)


@pytest.mark.parametrize(
    ("platform", "service"),
    [(shape, service) for shape, services in KILLED.items() for service in services],
    indirect=["platform"],
)
def test_a_service_that_is_killed_comes_back_and_matches_go_on(playing: Platform, service: str) -> None:
    if service == "broker" and playing.broker:
        assert playing.service("broker") is None, "the platform started a broker although one was named"
        return
    before = playing.kill(service)
    until(lambda: playing.service(service) not in (None, before), f"{service} runs again")
    playing.wait_for_new_matches()
    until(lambda: playing.page("/ladders/poison/")[0] == 200, "pages again")


def test_workers_that_are_all_killed_in_their_matches_are_replaced(playing: Platform) -> None:
    for pid in until(playing.workers, "arena workers run"):
        os.kill(pid, signal.SIGKILL)
    playing.wait_for_new_matches()


def victims(platform: Platform, kind: str) -> list[int]:
    if kind == "worker":
        # Not only the first one, which is the service "arena".
        return platform.workers()[::-1]
    if kind == "bot":
        sandboxd = platform.service("sandboxd")
        return [process.pid for process in below(sandboxd)] if sandboxd else []
    pid = platform.service(kind)
    return [pid] if pid else []


def kill_next(platform: Platform, kind: str) -> None:
    """Returns as soon as anything new runs below the supervisor."""
    pid, *_ = until(lambda: victims(platform, kind), f"there is a {kind} to kill")
    before = {process.pid for process in below(platform.pid)}
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    until(
        lambda: {process.pid for process in below(platform.pid)} - before, f"something new runs after the {kind}"
    )


def test_a_storm_of_kills_is_survived(playing: Platform) -> None:
    """Twenty, of everything but the supervisor, one after the other: in the midst of starts, too."""
    for kind in STORM:
        if kind != "broker" or not playing.broker:
            kill_next(playing, kind)
    playing.wait_for_new_matches(2)
    until(lambda: playing.page("/ladders/poison/")[0] == 200, "pages again")
