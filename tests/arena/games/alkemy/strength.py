"""A sample of the strength of Alkemy's house bots (`tests/arena/house/test_strength.py`)."""

from __future__ import annotations

from typing import Any

from arena.games.alkemy.options import document_of
from arena.games.alkemy.recruiting import preset
from tests.arena.house.samples import Sample

SHORT = {"bank": 8_000, "charged": 0, "move_cap": 5_000}


def mirrored(army: str, **options: Any) -> dict[str, Any]:
    """The same army on both sides, so that only the bots differ."""
    found = preset(army)
    assert found is not None
    return {"armies": [document_of(found), document_of(found)], "auto_setup": True, **options}


SAMPLES = [
    Sample("greedy", "random", 2, (0,), mirrored("jade-1", turn_limit=2)),
    # With little time it thinks a fourth as long, and in the same way.
    Sample("thinking", "greedy", 2, (0,), mirrored("khaliman-2"), SHORT),
]
