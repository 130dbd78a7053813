"""`athanor bench sandbox` and `clock` in short, with the Docker engine, which not every machine runs: with
bubblewrap they are in `tests/arena/cli/test_bench.py`."""

from __future__ import annotations

import pytest

from arena.cli.bench import adapter, channels, clock, sandbox
from arena.cli.bench.lines import Measurement
from arena.cli.bench.measure import SHORT


@pytest.mark.usefixtures("engine")
def test_starts_with_docker_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "ENGINES", ("docker",))
    monkeypatch.setattr(adapter, "measure", lambda effort: ())
    # All of them are tried in test_channels.
    monkeypatch.setattr(channels, "measure", lambda *_: ())
    lines = list(sandbox.measure(SHORT))
    assert [line.what for line in lines if isinstance(line, Measurement)] == [
        "cold start to first answer, docker",
        "warm hand-over to first answer, docker",
        "slots made warm, docker",
        "memory of an idle slot, docker",
        "freeze, thaw and answer, docker",
    ]
    assert all(isinstance(line, Measurement) and line.ours > 0 and line.theirs > 0 for line in lines), lines


@pytest.mark.usefixtures("engine")
def test_charged_time_with_docker_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "DRIVERS", ("docker",))
    lines = list(clock.measure(SHORT))
    assert [line.what for line in lines if isinstance(line, Measurement)] == [
        "charged a 4 ms answer, every core busy, docker",
        "answers of a bot that uses 80% of its bank, docker",
        "a worker waits for a bot that sleeps, docker",
    ]
    assert all(isinstance(line, Measurement) and line.ours > 0 and line.theirs > 0 for line in lines), lines
