"""What fails again and again is left alone, tried once, and taken up again."""

from __future__ import annotations

import pytest

from sandbox.breaker import Breaker, Open


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def breaker(clock: Clock) -> Breaker:
    return Breaker("the engine", clock, failures=3, window=10, pause=5)


def fails(breaker: Breaker, times: int = 1) -> None:
    for _ in range(times):
        breaker.enter()
        breaker.failed()


def test_it_opens_after_some_failures_within_the_window(breaker: Breaker) -> None:
    fails(breaker, 2)
    assert breaker.state == "closed"
    fails(breaker)
    assert breaker.state == "open"
    with pytest.raises(Open, match=r"the engine failed 3 times in 10 seconds .* tried again in 5.0 seconds"):
        breaker.enter()


def test_failures_that_lie_far_apart_do_not_open_it(breaker: Breaker, clock: Clock) -> None:
    for _ in range(10):
        fails(breaker)
        clock.now += 6
    assert breaker.state == "closed"


def test_a_success_clears_the_count(breaker: Breaker) -> None:
    for _ in range(5):
        fails(breaker, 2)
        breaker.enter()
        breaker.succeeded()
    assert breaker.state == "closed"


def test_after_the_pause_one_call_is_let_through_on_trial(breaker: Breaker, clock: Clock) -> None:
    fails(breaker, 3)
    clock.now += 5
    assert breaker.state == "half-open"
    breaker.enter()
    with pytest.raises(Open, match="it is being tried again just now"):
        breaker.enter()


def test_a_trial_that_succeeds_closes_it(breaker: Breaker, clock: Clock) -> None:
    fails(breaker, 3)
    clock.now += 5
    breaker.enter()
    breaker.succeeded()
    assert breaker.state == "closed"
    fails(breaker, 2)
    assert breaker.state == "closed", "the old failures are forgotten"


def test_a_trial_that_fails_opens_it_for_another_pause(breaker: Breaker, clock: Clock) -> None:
    fails(breaker, 3)
    clock.now += 5
    fails(breaker)
    assert breaker.state == "open"
    clock.now += 4.9
    assert breaker.state == "open"
    clock.now += 0.2
    assert breaker.state == "half-open"


def test_a_call_from_before_it_opened_changes_nothing_by_its_end(breaker: Breaker, clock: Clock) -> None:
    for _ in range(5):
        breaker.enter()
    for _ in range(3):
        breaker.failed()
    clock.now += 3
    breaker.failed()
    breaker.succeeded()
    assert breaker.state == "open"
    clock.now += 2
    assert breaker.state == "half-open", "the late failure has not made the pause longer"
