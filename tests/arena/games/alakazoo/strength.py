"""A sample of the strength of Alakazoo's house bots (`tests/arena/house/test_strength.py`)."""

from __future__ import annotations

from tests.arena.house.samples import Sample

SAMPLES = [
    Sample("greedy", "random", 2, (0, 1, 2, 3, 4)),
    Sample("thinking", "greedy", 2, (1, 4)),
]
