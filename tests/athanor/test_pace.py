"""How long somebody may take who sends or reads."""

from __future__ import annotations

import pytest

from athanor.pace import LEAST_RATE, PATIENCE, Pace, Rate


def test_it_works() -> None:
    pace = Pace(1000.0)
    assert not pace.is_over(1000 + PATIENCE)
    assert pace.is_over(1000 + PATIENCE + 0.1)


def test_who_is_as_fast_as_asked_for_has_all_the_time_in_the_world() -> None:
    pace = Pace(0.0)
    for second in range(1, 1000):
        assert not pace.is_over(second)
        pace.took(LEAST_RATE, second)


def test_who_is_slower_is_given_up() -> None:
    pace, second = Pace(0.0), 0
    while not pace.is_over(second):
        second += 1
        pace.took(LEAST_RATE // 2, second)
    assert second == pytest.approx(2 * PATIENCE, abs=2)


def test_who_was_fast_may_be_silent_for_no_longer_than_others() -> None:
    pace = Pace(0.0)
    pace.took(10_000 * LEAST_RATE, 1.0)
    assert not pace.is_over(1 + PATIENCE)
    assert pace.is_over(1 + PATIENCE + 0.1)


def test_a_rate_is_that_of_late() -> None:
    rate = Rate(0.0)
    rate.took(100_000)
    assert rate.per_second(1.0) == 100_000
    for second in range(1, 60):
        rate.look(second)
    assert rate.per_second(60.0) < 1
    rate.took(100_000)
    assert 20_000 < rate.per_second(60.0) < 100_000
