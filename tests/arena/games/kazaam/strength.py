"""A sample of the strength of Kazaam's house bots (`tests/arena/house/test_strength.py`)."""

from __future__ import annotations

from tests.arena.house.samples import Sample

SAMPLES = [
    Sample("greedy", "random", 3, (0, 1, 2, 3)),
    Sample("thinking", "greedy", 2, (2,)),
]
LITTLE_THOUGHT = {"WORLDS": (1, 2, 3, 4)}
