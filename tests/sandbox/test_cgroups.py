"""Groups: made, filled, measured, emptied and removed. Version 2 on plain files, where the host has none."""

from __future__ import annotations

import os
import secrets
import subprocess
import time
from pathlib import Path

import pytest

from sandbox import cgroups
from sandbox.cgroups import Group, Unavailable
from sandbox.interface import Limits, SandboxFault
from tests.sandbox.conftest import lacking

MIB = 1024 * 1024


@pytest.fixture
def group() -> Group:
    if (trouble := cgroups.trouble()) is not None:
        lacking(trouble)
    return Group.named(f"athanor-test-{secrets.token_hex(6)}")


def test_a_group_is_made_filled_emptied_and_removed(group: Group) -> None:
    group.make(Limits(memory=64 * MIB, processes=8))
    busy = subprocess.Popen(["/bin/sh", "-c", "while :; do :; done"])
    try:
        group.add(busy.pid)
        assert group.processes() == 1
        until = time.monotonic() + 10
        while (group.cpu_ms() or 0) < 50:
            assert time.monotonic() < until, "its processor time does not grow"
            time.sleep(0.01)
        assert (group.memory_peak() or 0) < 64 * MIB
        assert not group.out_of_memory()
        group.kill()
        assert busy.wait(10) == -9
        assert group.processes() == 0
    finally:
        busy.kill()
        busy.wait(10)
        group.kill()
        group.remove()
    assert not group.exists()
    group.remove()


def test_its_limits_are_those_that_were_asked_for(group: Group) -> None:
    group.make(Limits(memory=64 * MIB, processes=8, cores=0.5))
    try:
        told = {
            name: (group._file(name).read_text().strip())
            for name, _, needed in group._settings(Limits())
            if needed
        }
    finally:
        group.remove()
    expected = {
        1: {
            "memory.limit_in_bytes": str(64 * MIB),
            "pids.max": "8",
            "cpu.cfs_period_us": "100000",
            "cpu.cfs_quota_us": "50000",
        },
        2: {"memory.max": str(64 * MIB), "pids.max": "8", "cpu.max": "50000 100000"},
    }
    assert told == expected[group.version]


def test_a_group_that_cannot_be_made_is_our_fault(tmp_path: Path) -> None:
    with pytest.raises(SandboxFault, match="no cgroup could be made"):
        Group(2, {"": tmp_path / "no" / "such"}).make(Limits())


def test_the_second_version_reads_and_writes_its_own_names(tmp_path: Path) -> None:
    """Plain files in the place of the kernel's: the names and the forms are what is tried."""
    folder = tmp_path / "athanor-x"
    folder.mkdir()
    group = Group(2, {"": folder})
    (folder / "cpu.stat").write_text("usage_usec 123456\nuser_usec 100000\n")
    (folder / "memory.peak").write_text("1000\n")
    (folder / "memory.events").write_text("low 0\nhigh 0\nmax 3\noom 1\noom_kill 1\n")
    (folder / "pids.current").write_text("4\n")
    assert (group.cpu_ms(), group.memory_peak(), group.processes(), group.out_of_memory()) == (123, 1000, 4, True)
    (folder / "memory.events").write_text("oom_kill 0\n")
    assert not group.out_of_memory()
    limits = Limits(memory=1000, processes=3, cores=2)
    written = {name: value for name, value, _ in group._settings(limits)}
    assert written["memory.max"] == 1000
    assert written["cpu.max"] == "200000 100000"
    assert written["pids.max"] == 3


def test_the_nearest_group_that_hands_its_controllers_down_is_used(tmp_path: Path) -> None:
    own = tmp_path / "user" / "app" / "scope"
    own.mkdir(parents=True)
    for folder, controllers in ((own, "memory"), (own.parent, "cpu memory pids"), (tmp_path, "cpu memory pids")):
        (folder / "cgroup.subtree_control").write_text(controllers)
    assert cgroups._handing_down(tmp_path, "/user/app/scope") == own.parent
    (own.parent / "cgroup.subtree_control").write_text("")
    assert cgroups._handing_down(tmp_path, "/user/app/scope") == tmp_path
    (tmp_path / "cgroup.subtree_control").write_text("")
    with pytest.raises(Unavailable, match="no cgroup hands down memory, pids, cpu to ours: run the worker in"):
        cgroups._handing_down(tmp_path, "/user/app/scope")


def test_the_group_of_a_process_can_be_looked_at() -> None:
    found = Group.of_process(os.getpid())
    assert found is None or (found.cpu_ms() or 0) >= 0
