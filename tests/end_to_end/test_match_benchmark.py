"""`athanor bench match` in short, on a platform that runs already: what `tests/arena/cli/test_bench.py` has a
stand-in for, since a platform's start costs more than all benchmarks in short."""

from __future__ import annotations

import contextlib

import pytest

from arena.cli.bench import match
from arena.cli.bench.lines import Measurement
from arena.cli.bench.measure import SHORT
from tests.end_to_end.conftest import embedded_only
from tests.end_to_end.running import Platform


@embedded_only
def test_a_match_of_the_farm_is_measured_from_its_order_to_its_result(
    platform: Platform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match, "platform", lambda var, **more: contextlib.nullcontext(platform.environment))
    line = next(iter(match.measure(SHORT)))
    assert isinstance(line, Measurement)
    assert line.ours > 0
    assert line.theirs > 0
    assert line.what.startswith("order to settled, 104 decisions, ")
