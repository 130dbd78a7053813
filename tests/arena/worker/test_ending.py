"""What a worker has in its hands when time passes, and when it is told to end."""

from __future__ import annotations

import dataclasses
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from arena.orders.envelopes import packed
from arena.orders.lanes import Lane
from arena.orders.queues import CHECK_BUNDLE, PLAY_MATCH
from tests.arena.worker.conftest import check_order, match_order
from tests.arena.worker.running import LEASE, REDELIVERY, Arena, running
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.slow

SLEEPS = b"import time\ndef choose(ask):\n    time.sleep(3600)\n"
SLOW = b"import time\ndef choose(ask):\n    time.sleep(0.1)\n    return 0\n"
A_LEASE = 4
"""Words that a worker says in one."""


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Callable[..., Arena]]:
    with ExitStack() as stack:
        yield lambda **given: stack.enter_context(running(tmp_path, **given))


def send_check(arena: Arena, token: str) -> None:
    order = dataclasses.replace(check_order(arena.bundle(SLEEPS), token=token), seconds=3600.0)
    arena.send(CHECK_BUNDLE, packed(order), Lane.CHECKS.queue)


def test_an_order_that_waits_or_is_played_for_long_is_not_delivered_again(arena: Callable[..., Arena]) -> None:
    here = arena(processors=0)
    send_check(here, "played")
    send_check(here, "waits")
    # More than two lives of a message that nobody renews.
    here.hear(lambda: here.started("played") > 2 * REDELIVERY / LEASE * A_LEASE + A_LEASE)
    # Of the one that waits the site is told so.
    here.hear(lambda: here.waits("waits") >= 2)
    assert (here.held(), here.waits("played")) == (2, 0)
    assert "is being played here already" not in here.log()


def test_an_order_that_cannot_be_begun_for_long_goes_back_once_to_be_begun_elsewhere(
    arena: Callable[..., Arena],
) -> None:
    here = arena(processors=0, longest_wait=0.2)
    send_check(here, "played")
    here.hear(lambda: here.started("played"))
    send_check(here, "waits")
    until(
        lambda: here.log().count("goes back to the queue: this worker has no room for it") == 1, "it is given back"
    )
    until(lambda: (here.waiting(Lane.CHECKS), here.held()) == (1, 1), "it is in the queue, for another worker")
    words = here.started("played")
    here.hear(lambda: here.started("played") > words + A_LEASE)
    assert (here.waiting(Lane.CHECKS), here.held()) == (1, 1)
    assert here.log().count("has no room for it") == 1, "the worker that gave it back does not take it again"


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGQUIT, signal.SIGINT])
def test_a_worker_that_is_told_to_end_gives_back_at_once_what_it_does_not_play(
    arena: Callable[..., Arena], by: int
) -> None:
    here = arena(processors=0, give_back_after=3600.0)
    for number in range(4):
        send_check(here, f"check-{number}")
    here.hear(lambda: here.started("check-0"))
    until(lambda: here.held() == 2, "one of them is played, and one waits for its turn")
    worker = here.worker
    assert worker is not None
    worker.send_signal(by)
    until(lambda: here.waiting(Lane.CHECKS) == 3, "only the one that is played is not in the queue")
    assert worker.poll() is None
    here.send(PLAY_MATCH, packed(match_order(here.bundle(), here.bundle(), token="later")))
    # Told again, it does not wait for what it plays.
    worker.send_signal(by)
    assert worker.wait(PATIENCE) == 0
    here.worker = None
    assert (here.waiting(Lane.CHECKS), here.waiting(Lane.LADDERS), here.held()) == (4, 1, 0)
    assert not any(here.claims.folder.glob("*.signed"))


def test_a_match_that_ends_soon_after_its_worker_was_told_to_is_not_given_back(
    arena: Callable[..., Arena],
) -> None:
    here = arena(give_back_after=3600.0)
    here.send(PLAY_MATCH, packed(match_order(here.bundle(SLOW), here.bundle(), token="last")))
    here.hear(lambda: here.started("last"))
    worker = here.worker
    assert worker is not None
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(PATIENCE) == 0
    here.worker = None
    here.finished("last")
    assert (here.waiting(Lane.LADDERS), here.held()) == (0, 0)
