"""The Wilson interval, against the equation that defines it and against figures of others."""

from __future__ import annotations

import math

import pytest

from athanor.ladders.success import Z, wilson


@pytest.mark.parametrize(
    ("solved", "played", "low", "high"),
    [
        # Newcombe (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_published_figures(solved: int, played: int, low: float, high: float) -> None:
    assert wilson(solved, played) == pytest.approx((low, high), abs=6e-5)


@pytest.mark.parametrize("played", [1, 7, 30, 1000])
def test_at_its_ends_the_observed_share_lies_just_as_far_as_allowed(played: int) -> None:
    for solved in range(0, played + 1, max(1, played // 7)):
        for end in wilson(solved, played):
            distance = abs(solved / played - end)
            assert distance == pytest.approx(Z * math.sqrt(end * (1 - end) / played), abs=1e-9)


def test_it_lies_within_nothing_and_everything_around_the_share_and_narrows() -> None:
    widths = []
    for played in (3, 30, 300):
        low, high = wilson(played // 3, played)
        assert 0 <= low < 1 / 3 < high <= 1
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert wilson(0, 30).low == 0
    assert wilson(30, 30).high == 1


def test_of_nothing_played_nothing_is_known() -> None:
    assert wilson(0, 0) == (0, 1)
