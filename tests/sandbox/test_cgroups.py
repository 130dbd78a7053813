"""Groups: made, filled, measured, emptied and removed. Version 2 on plain files, where the host has none."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from athanor_contract.limits.sandbox import Limits
from sandbox import cgroup_tree
from sandbox.cgroup_tree import Unavailable
from sandbox.cgroups import Group
from sandbox.interface import SandboxFault
from tests.sandbox.conftest import lacking
from tests.waiting import until

MIB = 1024 * 1024
ROOT = Path(__file__).parents[2]


@pytest.fixture
def group() -> Group:
    if (trouble := cgroup_tree.trouble()) is not None:
        lacking(trouble)
    return Group.named(f"athanor-test-{secrets.token_hex(6)}")


def test_a_group_is_made_filled_emptied_and_removed(group: Group) -> None:
    group.make(Limits(memory=64 * MIB, processes=8))
    busy = subprocess.Popen(["/bin/sh", "-c", "while :; do :; done"])
    try:
        group.add(busy.pid)
        assert group.processes() == 1
        until(lambda: (group.cpu_ms() or 0) >= 50, "its processor time to grow")
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
    (folder / "pids.current").write_text("4\n")
    assert (group.cpu_ms(), group.memory_peak(), group.processes()) == (123, 1000, 4)
    limits = Limits(memory=1000, processes=3, cores=2)
    written = {name: value for name, value, _ in group._settings(limits)}
    assert written["memory.max"] == 1000
    assert written["cpu.max"] == "200000 100000"
    assert written["pids.max"] == 3


EVENTS = "low 0\nhigh 0\nmax {oom}\noom {oom}\noom_kill {kill}\n"


def first(kill: int, peak: int, swap: int | None = None) -> dict[str, str]:
    """The files of version 1; memory in pieces of 64 KiB, of which it may have a thousand."""
    told = {"memory.oom_control": f"oom_kill_disable 0\nunder_oom 0\noom_kill {kill}\n"}
    for name, pieces in (("memory", peak), ("memory.memsw", swap)):
        if pieces is not None:
            told[f"{name}.max_usage_in_bytes"] = f"{pieces * 65_536}\n"
            told[f"{name}.limit_in_bytes"] = f"{1_000 * 65_536}\n"
    return told


WANTS = {
    "nothing was killed": ((2, {"memory.events": EVENTS.format(oom=0, kill=0)}), (False, False)),
    "its limit was met and nothing was killed": (
        (2, {"memory.events": EVENTS.format(oom=2, kill=0)}),
        (False, False),
    ),
    "its own limit": ((2, {"memory.events": EVENTS.format(oom=1, kill=1)}), (True, False)),
    "another's limit, or none": ((2, {"memory.events": EVENTS.format(oom=0, kill=1)}), (False, True)),
    "its own limit, by its own file": (
        (2, {"memory.events": EVENTS.format(oom=1, kill=1), "memory.events.local": EVENTS.format(oom=1, kill=1)}),
        (True, False),
    ),
    "another's limit, by its own file": (
        (2, {"memory.events": EVENTS.format(oom=1, kill=1), "memory.events.local": EVENTS.format(oom=0, kill=1)}),
        (False, True),
    ),
    "1: nothing was killed": ((1, first(kill=0, peak=1_000)), (False, False)),
    "1: its own limit": ((1, first(kill=1, peak=1_000)), (True, False)),
    "1: its own limit, but for a piece": ((1, first(kill=1, peak=997)), (True, False)),
    "1: its own limit, with swap": ((1, first(kill=1, peak=500, swap=1_000)), (True, False)),
    "1: another's limit, or none": ((1, first(kill=1, peak=500, swap=500)), (False, True)),
    "1: another's limit, or none, where swap is not accounted": ((1, first(kill=1, peak=500)), (False, True)),
    "1: it is gone": ((1, {}), (False, False)),
}


@pytest.mark.parametrize("case", WANTS)
def test_what_was_killed_for_memory_is_the_bots_doing_only_by_its_own_limit(case: str, tmp_path: Path) -> None:
    (version, told), expected = WANTS[case]
    for name, content in told.items():
        (tmp_path / name).write_text(content)
    group = Group(version, {"memory" if version == 1 else "": tmp_path})
    assert (group.out_of_memory(), group.host_out_of_memory()) == expected


@pytest.mark.parametrize("last", ["memory.max_usage_in_bytes", "memory.memsw.max_usage_in_bytes"])
def test_a_group_that_is_removed_while_it_is_asked_blames_nobody(
    last: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the Docker engine does it, some milliseconds after the end of a box."""
    ask = Group._number
    folder = tmp_path / "group"
    folder.mkdir()
    for name, content in first(kill=1, peak=500, swap=1_000).items():
        (folder / name).write_text(content)
    group = Group(1, {"memory": folder})

    def and_remove(self: Group, name: str) -> int | None:
        if name == last:
            shutil.rmtree(folder, ignore_errors=True)
        return ask(self, name)

    monkeypatch.setattr(Group, "_number", and_remove)
    assert not group.host_out_of_memory()


def test_the_nearest_group_that_hands_its_controllers_down_is_used(tmp_path: Path) -> None:
    own = tmp_path / "user" / "app" / "scope"
    own.mkdir(parents=True)
    for folder, controllers in ((own, "memory"), (own.parent, "cpu memory pids"), (tmp_path, "cpu memory pids")):
        (folder / "cgroup.subtree_control").write_text(controllers)
    assert cgroup_tree._handing_down(tmp_path, "/user/app/scope") == own.parent
    (own.parent / "cgroup.subtree_control").write_text("")
    assert cgroup_tree._handing_down(tmp_path, "/user/app/scope") == tmp_path
    (tmp_path / "cgroup.subtree_control").write_text("")
    with pytest.raises(Unavailable, match="no cgroup hands down memory, pids, cpu to ours: run the worker in"):
        cgroup_tree._handing_down(tmp_path, "/user/app/scope")


def test_the_group_of_a_process_can_be_looked_at() -> None:
    found = Group.of_process(os.getpid())
    assert found is None or (found.cpu_ms() or 0) >= 0


MAKES = """
import sys
from sandbox.cgroups import Group
from athanor_contract.limits.sandbox import Limits
Group.named(sys.argv[1]).make(Limits())
print("made", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def young(monkeypatch: pytest.MonkeyPatch) -> None:
    """A group is old enough to be a leftover as soon as it is there."""
    monkeypatch.setattr("sandbox.cgroups.YOUNG", -1.0)


@pytest.mark.usefixtures("young")
def test_what_a_dead_process_made_is_abandoned_and_what_a_living_one_made_is_not(group: Group) -> None:
    (name,) = {folder.name for folder in group._folders.values()}
    maker = subprocess.Popen(
        [sys.executable, "-c", MAKES, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    )
    with maker:
        assert maker.stdout is not None
        assert maker.stdout.readline() == b"made\n"
        assert not group.remove_if_abandoned(), "it is alive"
        assert group.exists()
        maker.kill()
        maker.wait()
    assert group.remove_if_abandoned()
    assert not group.exists()
    assert not group.remove_if_abandoned(), "it is gone"


@pytest.mark.usefixtures("young")
def test_what_holds_a_process_is_not_abandoned_whoever_is_gone(group: Group) -> None:
    group.make(Limits())
    os.close(group._lock)
    group._lock = -1
    sleeper = subprocess.Popen(["sleep", "60"])
    try:
        group.add(sleeper.pid)
        assert not group.remove_if_abandoned()
        assert group.exists()
    finally:
        sleeper.kill()
        sleeper.wait()
        group.kill()
    assert group.remove_if_abandoned()


def test_what_was_made_a_moment_ago_is_left_alone(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandbox.cgroups.YOUNG", 60.0)
    group.make(Limits())
    try:
        os.close(group._lock)
        group._lock = -1
        assert not group.remove_if_abandoned()
        assert group.exists()
    finally:
        group.remove()


def test_a_removed_group_holds_no_descriptor(group: Group) -> None:
    before = {*Path("/proc/self/fd").iterdir()}
    group.make(Limits())
    group.remove()
    assert {*Path("/proc/self/fd").iterdir()} <= before


def test_two_controllers_of_one_tree_are_one_folder(tmp_path: Path) -> None:
    """As systemd mounts them: cpu and cpuacct together."""
    places = {name: tmp_path / name / "box" for name in cgroup_tree.V1_CONTROLLERS}
    places["cpuacct"] = places["cpu"]
    for place in places.values():
        place.parent.mkdir(exist_ok=True)
    together = Group(1, places)
    together.make(Limits())
    assert (places["cpu"] / "cpu.cfs_quota_us").exists()
    assert (places["memory"] / "memory.limit_in_bytes").exists()
    for place in {*places.values()}:
        shutil.rmtree(place)
    together.remove()
    assert not together.exists()
