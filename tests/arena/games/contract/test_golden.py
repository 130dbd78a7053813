"""The same seed and actions give the same events and states for ever."""

from __future__ import annotations

import json

import pytest

from tests.arena.games.contract.cases import Case
from tests.arena.games.contract.golden import GOLDEN, path_of, playthrough


@pytest.mark.parametrize("case", GOLDEN, ids=str)
def test_a_golden_playthrough_plays_again_the_same(case: Case) -> None:
    golden = json.loads(path_of(case).read_text(encoding="utf-8"))
    played = json.loads(json.dumps(playthrough(case)))
    for key in ("game", "revision", "seats", "options", "seed", "events"):
        assert played[key] == golden[key]
    for ply, (one, other) in enumerate(zip(played["actions"], golden["actions"], strict=True)):
        assert one == other, f"the first difference is at action {ply}"
    assert played["state"] == golden["state"]
    assert played["views"] == golden["views"]
