"""The steps in which a seat's answers are counted by their times (`Spread.bins`)."""

from __future__ import annotations

import math

BINS_AN_OCTAVE = 2
MOST_BINS = 40
"""The last one is open: nobody waits for ten minutes."""


def bin_of(milliseconds: float) -> int:
    """The place of a time: 0 is below 1 ms, the next from there to 1.41 ms, then to 2 ms, ..."""
    if milliseconds < 1:
        return 0
    return min(1 + int(BINS_AN_OCTAVE * math.log2(milliseconds)), MOST_BINS - 1)


def end_of_bin(place: int) -> float:
    """The milliseconds that what is in it is below."""
    return float(2 ** (place / BINS_AN_OCTAVE))
