"""What `athanor bench sandbox` says of covert channels; real boxes are in `tests/sandbox/test_channels.py`."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from typing import Any

import pytest

from arena.cli.bench import channels
from arena.cli.bench.bare import Spoken
from arena.cli.bench.channels import CHANNELS, TRIES
from arena.cli.bench.lines import Line, Measurement, NotRun
from arena.cli.bench.measure import FULL
from athanorpb.isolation import Isolation

SAID = Spoken(b"", b"")


@dataclass(frozen=True)
class Host:
    name: str
    level: Isolation = Isolation.OWN

    def isolation(self) -> Isolation:
        return self.level


def measured(host: Host, ours: float, tries: list[float], monkeypatch: pytest.MonkeyPatch) -> dict[str, Line]:
    """The rows by channel, where the host's boxes hear so much, and their twins so much at each try."""
    heard: Any = Host(host.name, host.level)
    twin: Any = Host(host.name, host.level)
    again = iter(tries)

    async def shares(driver: Any, *_: Any) -> dict[str, float]:
        return dict.fromkeys((one.name for one in CHANNELS), ours if driver is heard else next(again))

    monkeypatch.setattr(channels, "shares", shares)
    with asyncio.Runner() as runner:
        rows = list(channels.measure(FULL, heard, twin, SAID, runner))
    assert next(again, None) is None, "not all tries were made"
    return dict(zip((one.name for one in CHANNELS), rows, strict=True))


def test_half_of_the_bits_meets_the_budget_and_three_fifths_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    for share, is_met in ((0.5, True), (0.6, False)):
        for row in measured(Host("bubblewrap"), share, [1.0], monkeypatch).values():
            assert isinstance(row, Measurement)
            assert (row.ours, row.theirs, row.reference) == (100 * share, 100.0, "without the walls")
            assert (row.met, row.goal_met) == (is_met, is_met)


def test_a_host_of_a_lower_level_is_shown_what_is_heard_and_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    for row in measured(Host("bubblewrap", Isolation.MEMORY), 1.0, [1.0], monkeypatch).values():
        assert isinstance(row, Measurement)
        assert row.budget is None


def test_a_twin_that_hears_too_little_tries_again_and_then_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(
        isinstance(row, Measurement) for row in measured(Host("docker"), 0.5, [0.6, 0.95], monkeypatch).values()
    )
    rows = measured(Host("docker"), 0.5, [0.6] * TRIES, monkeypatch)
    for channel in CHANNELS:
        row = rows[channel.name]
        if channel.takes_shared_devices:
            assert isinstance(row, Measurement)
            assert row.reference == "all of them", "a container without the walls has devices of its own"
        else:
            assert isinstance(row, NotRun)
            assert row.reason == "without the walls only 60% are heard"


def test_every_bit_is_said_once_in_turns_no_longer_than_the_channel_takes() -> None:
    for channel in CHANNELS:
        turns = list(channels._turns(channel, random.Random(1), 1_000))
        assert "".join(turns) == "".join(random.Random(1).choices("01", k=1_000))
        assert max(map(len, turns)) <= channel.turn
