"""What a box is told of the machine by /proc: constants of its own limits, and nothing that it has no need of."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from athanor_contract.limits.sandbox import MIB, Limits
from sandbox.walls import figures


def test_what_a_newer_kernel_has_in_proc_is_hidden_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("1", "4711", "sys", "oracle_of_a_newer_kernel"):
        (tmp_path / name).mkdir()
    for name in ("meminfo", "version", "vmstat"):
        (tmp_path / name).touch()
    (tmp_path / "self").symlink_to("1")
    monkeypatch.setattr(figures, "PROC", tmp_path)
    hidden = figures.hidden({f"{tmp_path}/meminfo": "constant"})
    assert hidden == tuple(f"{tmp_path}/{name}" for name in ("oracle_of_a_newer_kernel", "sys", "vmstat"))


def test_the_memory_is_that_of_the_box_and_none_of_it_is_used() -> None:
    lines = figures.figures(Limits(memory=96 * MIB))["/proc/meminfo"].splitlines()
    told = {name: amount.split() for name, amount in (line.split(":") for line in lines)}
    assert told["MemTotal"] == told["MemFree"] == told["MemAvailable"] == ["98304", "kB"]
    assert told["Shmem"] == ["0", "kB"]


def test_the_processors_are_those_that_a_box_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {5, 3})
    told = figures.figures(Limits())["/proc/stat"].splitlines()
    assert [line.split()[0] for line in told if line.startswith("cpu")] == ["cpu", "cpu3", "cpu5"]
    assert {word for line in told if line.startswith("cpu") for word in line.split()[1:]} == {"0"}


def test_what_moves_of_a_processor_is_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    block = "processor\t: {}\nmodel name\t: One\ncpu MHz\t\t: 2400.{}\nbogomips\t: 1\nflags\t\t: fpu sse2\n"
    (tmp_path / "cpuinfo").write_text("\n".join(block.format(number, number) for number in range(3)))
    monkeypatch.setattr(figures, "PROC", tmp_path)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 2})
    figures._processors.cache_clear()
    try:
        told = figures._processors()
    finally:
        figures._processors.cache_clear()
    kept = "processor\t: {}\nmodel name\t: One\nflags\t\t: fpu sse2\n\n"
    assert told == kept.format(0) + kept.format(2)


def test_two_readings_are_the_same() -> None:
    assert figures.figures(Limits()) == figures.figures(Limits())
