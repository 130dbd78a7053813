"""How long a bot is waited for to come up: its time, and what this host kept from it."""

from __future__ import annotations

import pytest

from sandbox import readiness
from sandbox.interface import HostStalled, Withheld
from sandbox.readiness import Patience

WITHIN = 0.4
A_BIT = 0.001
"""Seconds that go by unnoticed in each look."""
NOW = [1000.0]
"""The time."""


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which passes when somebody waits."""
    NOW[0] = 1000.0
    monkeypatch.setattr(readiness, "monotonic", lambda: NOW[0])
    return NOW


class Host:
    """Keeps a share of the time from a bot, once it takes notes."""

    def __init__(self, share: float, used: float = 0.0) -> None:
        self.share = share
        self.used = used
        self.watched: list[float] = []

    def watch(self) -> None:
        self.watched.append(NOW[0])

    def withheld(self) -> Withheld:
        passed = NOW[0] - self.watched[-1]
        return Withheld(self.share * passed * 1000, "it waited for a processor", self.used * passed * 1000)

    def patience(self) -> Patience:
        return Patience(WITHIN, self.watch, self.withheld)


def waited(patience: Patience, now: list[float]) -> float:
    """Seconds until a bot that never comes up has had its time."""
    began = now[0]
    while seconds := patience.left():
        now[0] += seconds + A_BIT
    return now[0] - began


def test_a_bot_that_is_kept_from_nothing_has_its_time_and_no_more(now: list[float]) -> None:
    host = Host(0.0)
    assert WITHIN <= waited(host.patience(), now) < WITHIN + 0.01
    assert len(host.watched) == 1


def test_a_host_is_asked_to_take_notes_only_of_a_start_that_lasts() -> None:
    host = Host(0.0)
    host.patience().left()
    assert host.watched == []


def test_what_is_kept_from_a_bot_is_granted_to_it_once(now: list[float]) -> None:
    took = waited(Host(0.5).patience(), now)
    assert took > 1.4 * WITHIN
    assert took < 2 * WITHIN


def test_a_host_that_keeps_a_bot_from_running_altogether_has_failed(
    monkeypatch: pytest.MonkeyPatch, now: list[float]
) -> None:
    monkeypatch.setattr(readiness, "PATIENT", 0.1)
    with pytest.raises(HostStalled, match=r"the host stalled: .* may take 0.4 to start: it waited"):
        waited(Host(1.0).patience(), now)


def test_who_has_run_for_as_long_as_it_may_is_not_ready_however_busy_the_host_is(
    monkeypatch: pytest.MonkeyPatch, now: list[float]
) -> None:
    monkeypatch.setattr(readiness, "PATIENT", 0.1)
    assert waited(Host(1.0, used=0.5).patience(), now) < 3 * WITHIN


def test_where_nobody_takes_notes_nothing_is_granted(now: list[float]) -> None:
    assert WITHIN <= waited(Patience(WITHIN), now) < WITHIN + 0.01
