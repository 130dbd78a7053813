"""How much of a machine or a container is free, as the kernel says it."""

from __future__ import annotations

import os
import time
from itertools import pairwise
from pathlib import Path

import pytest

from sandbox import cgroup_tree, load

MEMINFO = "MemTotal:       24576 kB\nMemFree:          100 kB\nMemAvailable:    8192 kB\nBuffers: 1 kB\n"
MIB = 1024 * 1024


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine of two processors that says what is written into this folder."""
    monkeypatch.setattr(load, "LOAD", tmp_path / "loadavg")
    monkeypatch.setattr(load, "MEMORY", tmp_path / "meminfo")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    monkeypatch.setattr(load, "groups", lambda controller: ())
    return tmp_path


@pytest.fixture
def group(kernel: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """This process is in it, and it is in the folder `kernel`. The machine has two processors and 24 GiB."""
    (kernel / "meminfo").write_text(f"MemTotal: {24 * MIB} kB\nMemAvailable: {20 * MIB} kB\n")
    inner = kernel / "inner"
    inner.mkdir()
    monkeypatch.setattr(load, "groups", lambda controller: (inner, kernel))
    monkeypatch.setattr(load, "_measured", {})
    return inner


def write(folder: Path, **files: str) -> None:
    for name, content in files.items():
        (folder / name.replace("__", ".")).write_text(f"{content}\n")


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


@pytest.mark.parametrize(
    "files",
    [
        {"memory__max": "1000", "memory__current": "700", "memory__stat": "anon 5\ninactive_file 200"},
        {
            "memory__limit_in_bytes": "1000",
            "memory__usage_in_bytes": "700",
            "memory__stat": "inactive_file 5\ntotal_inactive_file 200",
        },
    ],
    ids=["version 2", "version 1"],
)
def test_a_container_has_the_memory_of_its_limit(group: Path, files: dict[str, str]) -> None:
    write(group, **files)
    assert load.memory() == load.Memory(1000, 500)
    write(group, **{name: "2000" for name in files if "current" in name or "usage" in name})
    assert load.memory() == load.Memory(1000, 0), "it was lowered a moment ago"


@pytest.mark.parametrize(
    "files",
    [
        {"memory__max": "max", "memory__current": "700"},
        {"memory__limit_in_bytes": "9223372036854771712", "memory__usage_in_bytes": "700"},
        {"memory__max": "1000"},
        {},
    ],
    ids=["version 2", "version 1", "a file is missing", "no files"],
)
def test_a_group_without_a_limit_has_the_memory_of_the_machine(group: Path, files: dict[str, str]) -> None:
    write(group, **files)
    assert load.memory() == load.Memory(24 * 1024 * MIB, 20 * 1024 * MIB)


def test_the_limit_of_a_group_around_it_holds_too(group: Path) -> None:
    write(group, memory__max="3000", memory__current="100")
    write(group.parent, memory__max="2000", memory__current="1500")
    assert load.memory() == load.Memory(2000, 500)


@pytest.mark.parametrize(
    ("quota", "usage"),
    [
        ({"cpu__max": "150000 100000"}, {"cpu__stat": "usage_usec {}000000\nuser_usec 7"}),
        ({"cpu__cfs_quota_us": "150000", "cpu__cfs_period_us": "100000"}, {"cpuacct__usage": "{}000000000"}),
    ],
    ids=["version 2", "version 1"],
)
def test_a_container_has_the_processors_of_its_quota(
    group: Path, monkeypatch: pytest.MonkeyPatch, quota: dict[str, str], usage: dict[str, str]
) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)

    def used(seconds: int) -> float:
        write(group, **{name: text.format(seconds) for name, text in usage.items()})
        return load.free_processors()

    write(group, **quota)
    assert used(7) == 1.5
    now += 2
    assert used(9) == 0.5, "one was used all the time"
    now += 0.01
    assert used(10) == 0.5, "too short a time to say"
    now += 1.99
    assert used(12) == 0
    assert load.is_busy()


@pytest.mark.parametrize(
    "files",
    [{"cpu__max": "max 100000"}, {"cpu__cfs_quota_us": "-1", "cpu__cfs_period_us": "100000"}],
    ids=["version 2", "version 1"],
)
def test_a_group_without_a_quota_has_the_processors_of_the_machine(group: Path, files: dict[str, str]) -> None:
    write(group, **files)
    assert load.free_processors() == 2


def test_the_groups_around_this_process_are_folders_that_are_there() -> None:
    for controller in ("memory", "cpu"):
        found = cgroup_tree.around_us(controller)
        assert all(group.is_dir() for group in found)
        assert all(inner.parent == outer for inner, outer in pairwise(found))
