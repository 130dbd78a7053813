"""How sure a share of successes is: the Wilson score interval, right for few deals, and near 0 and 1 too."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

Z = 1.959964
"""Of a normal distribution, 95 % lie within so many standard deviations."""


class Interval(NamedTuple):
    low: float
    high: float


def wilson(solved: int, played: int) -> Interval:
    """Where the share of all deals that the bot would solve lies, with 95 % confidence."""
    if played == 0:
        return Interval(0.0, 1.0)
    share, z2 = solved / played, Z * Z
    middle = (share + z2 / (2 * played)) / (1 + z2 / played)
    half = Z / (1 + z2 / played) * sqrt(share * (1 - share) / played + z2 / (4 * played * played))
    return Interval(max(0.0, middle - half), min(1.0, middle + half))
