"""The same seed and actions give the same events and states for ever."""

from __future__ import annotations

import json

import pytest

from arena.contract.cases import Case
from arena.contract.golden import path_of, playthrough, written


def test_a_golden_playthrough_plays_again_the_same(golden: Case, pytestconfig: pytest.Config) -> None:
    path = path_of(golden)
    played = json.loads(json.dumps(playthrough(golden)))
    if pytestconfig.getoption("write_golden"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written(played), encoding="utf-8")
    assert path.is_file(), f"{path} is missing: `pytest --write-golden` writes it"
    kept = json.loads(path.read_text(encoding="utf-8"))
    for key in ("game", "revision", "seats", "options", "seed", "events"):
        assert played[key] == kept[key]
    for ply, (one, other) in enumerate(zip(played["actions"], kept["actions"], strict=True)):
        assert one == other, f"the first difference is at action {ply}"
    assert played["state"] == kept["state"]
    assert played["views"] == kept["views"]
