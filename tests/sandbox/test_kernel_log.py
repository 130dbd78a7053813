"""Whom the kernel killed because the machine had no memory left."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.kernel_log import KernelLog


@pytest.fixture
def place(tmp_path: Path) -> Path:
    place = tmp_path / "kmsg"
    place.write_text("3,1,100,-;Out of memory: Killed process 7 (earlier) total-vm:4kB\n")
    return place


def added(place: Path, text: str) -> None:
    with place.open("a") as log:
        log.write(text)


def test_it_names_the_process_and_those_alone_that_were_killed_since(place: Path) -> None:
    log = KernelLog(place)
    added(place, "6,2,200,-;erofs: mounted\n SUBSYSTEM=x\n")
    added(place, "3,3,300,c;Out of memory: Killed process 8 (a) total-vm:4kB\n")
    assert [log.has_killed(pid) for pid in (7, 8, 9)] == [False, True, False]
    added(place, "3,4,400,-;Out of memory (oom_kill_allocating_task): Killed process 9 (b) total-vm:4kB\n")
    assert [log.has_killed(pid) for pid in (8, 9)] == [True, True], "what was read once is remembered"
    log.close()


@pytest.mark.parametrize(
    "line",
    [
        "3,2,200,-;Memory cgroup out of memory: Killed process 8 (a) total-vm:4kB",
        "12,2,200,-;Out of memory: Killed process 8 (a) total-vm:4kB",
        "3,2,200,-;audit: comm=Out of memory: Killed process 8 (a) total-vm:4kB",
        " Out of memory: Killed process 8 (a)",
        "no record at all",
        "",
    ],
    ids=["by a limit", "written by a program", "a program's name", "more of another record", "junk", "nothing"],
)
def test_nothing_else_counts(place: Path, line: str) -> None:
    log = KernelLog(place)
    added(place, f"{line}\n")
    assert not log.has_killed(8)
    log.close()


def test_where_it_cannot_be_read_it_tells_nothing(tmp_path: Path) -> None:
    log = KernelLog(tmp_path / "missing")
    assert not log.has_killed(1)
    log.close()
    log.close()
