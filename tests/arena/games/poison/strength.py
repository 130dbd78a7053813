"""A sample of the strength of Poison's house bots (`tests/arena/house/test_strength.py`)."""

from __future__ import annotations

from tests.arena.house.samples import Sample

SAMPLES = [
    Sample("greedy", "random", 4, (0, 1, 2)),
    Sample("counting", "random", 2, (0,)),
    Sample("counting", "greedy", 2, (2,)),
    Sample("thinking", "counting", 3, (2,), instead={"EFFORT": 4_000, "WORLDS": (4, 7, 20)}),
]
LITTLE_THOUGHT = {"WORLDS": (1, 2, 3), "EFFORT": 100}
