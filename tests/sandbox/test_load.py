"""How much of a machine is free, as its kernel says it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sandbox import load

MEMINFO = "MemTotal:       24576 kB\nMemFree:          100 kB\nMemAvailable:    8192 kB\nBuffers: 1 kB\n"


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine of two processors that says what is written into this folder."""
    monkeypatch.setattr(load, "LOAD", tmp_path / "loadavg")
    monkeypatch.setattr(load, "MEMORY", tmp_path / "meminfo")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    return tmp_path


@pytest.mark.parametrize(("running", "free", "busy"), [(1, 2, False), (2, 1, False), (3, 0, True), (9, -6, True)])
def test_processors_are_free_that_nobody_wants_but_us(kernel: Path, running: int, free: int, busy: bool) -> None:
    (kernel / "loadavg").write_text(f"0.20 0.18 0.12 {running}/80 11206\n")
    assert load.free_processors() == free
    assert load.is_busy() == busy


def test_memory_is_free_that_could_be_had_without_swapping(kernel: Path) -> None:
    (kernel / "meminfo").write_text(MEMINFO)
    assert load.memory() == load.Memory(24 * 1024 * 1024, 8 * 1024 * 1024)


def test_a_kernel_that_says_nothing_has_processors_and_no_memory_to_give_away(kernel: Path) -> None:
    assert load.free_processors() == 2
    assert load.memory() == load.Memory(0, 0)


def test_this_machine_says_it() -> None:
    here = load.memory()
    assert 0 < here.free <= here.all
    assert load.free_processors() <= len(os.sched_getaffinity(0))
