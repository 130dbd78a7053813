"""What a bot can reach: nothing but its own files and its socket (G6)."""

from __future__ import annotations

import ast
import contextlib
import errno
import os
import platform
import secrets
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from athanor_contract.limits.sandbox import Limits
from sandbox import cgroup_tree, cgroups
from sandbox.cgroup_tree import Tree
from sandbox.cgroups import Group
from sandbox.interface import Driver, NotReady, SandboxFault
from sandbox.output import Tap
from sandbox.runtimes.table import ENVIRONMENT
from sandbox.walls import contained
from tests.sandbox.conftest import WALLED, lacking
from tests.sandbox.playing import HOSTILE, Broken, attacked, launch_of, running, talking

MIB = 1024 * 1024


async def test_there_is_no_network_of_any_family(driver: Driver) -> None:
    came = ast.literal_eval(await attacked(driver, "network"))
    assert came == {
        **dict.fromkeys(("inet", "inet6", "netlink", "packet", "vsock", "alg", "connect"), errno.EAFNOSUPPORT),
        "lookup": "none",
    }


async def test_there_is_nothing_to_see_but_the_runtime_and_itself(driver: Driver) -> None:
    os.environ["ATHANOR_RECORD_KEY"] = "a secret"
    try:
        seen = ast.literal_eval(await attacked(driver, "looking"))
    finally:
        del os.environ["ATHANOR_RECORD_KEY"]
    assert seen["hidden"] == []
    assert set(seen["root"]) <= {
        "bin", "bot", "dev", "etc", "lib", "lib64", "mnt", "proc", "run", "sbin", "sys", "tmp", "usr",
        ".dockerenv",
    }  # fmt: skip
    assert len(seen["processes"]) <= 3, "only its own processes"
    assert set(seen["environment"]) <= {*ENVIRONMENT, "HOSTNAME", "PWD", "LC_CTYPE", "OLDPWD"}
    assert set(seen["first"]) <= {*ENVIRONMENT, "HOSTNAME", "PWD"}
    assert not [target for target in seen["descriptors"] if target.startswith("/") and "/dev/null" not in target
                and not target.startswith("/proc/")]  # fmt: skip
    assert seen["uid"] != 0
    assert 0 not in seen["groups"]
    assert "kmsg" not in seen["devices"]
    assert not [name for name in seen["devices"] if name.startswith(("vd", "sd", "nvme", "kvm", "mem"))]


async def test_nothing_can_be_written_to_but_its_small_folders(driver: Driver) -> None:
    assert ast.literal_eval(await attacked(driver, "writing")) == []


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the attack names system calls by their x86_64 numbers")
async def test_system_calls_that_a_bot_has_no_business_with_fail(driver: Driver) -> None:
    came = ast.literal_eval(await attacked(driver, "calls"))
    assert {name: error for name, error in came.items() if error != errno.EPERM} == {}


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the attack is x86 machine code")
async def test_a_system_call_of_another_architecture_is_death(driver: Driver) -> None:
    sigsys = 31
    assert await attacked(driver, "foreign") == str(sigsys)


async def test_a_link_in_the_place_of_the_socket_leads_nowhere(driver: Driver, tmp_path: Path) -> None:
    """The link would lead to a socket of the host, which must not be talked to."""
    listening = socket.socket(socket.AF_UNIX)
    with listening:
        listening.bind(str(tmp_path / "decoy.sock"))
        listening.listen()
        listening.setblocking(False)
        source = (
            (HOSTILE / "decoy.py").read_text().replace("/proc/1/root/run/decoy.sock", str(tmp_path / "decoy.sock"))
        )
        (tmp_path / "bot").mkdir()
        (tmp_path / "bot" / "decoy.py").write_text(source)
        box = await driver.prepare(launch_of(tmp_path / "bot" / "decoy.py"))
        await box.start()
        with pytest.raises(NotReady, match="nothing listened"):
            await box.wait_ready(1)
        await box.kill()
        with pytest.raises(BlockingIOError):
            listening.accept()


async def test_memory_is_bounded(driver: Driver) -> None:
    launch = launch_of(HOSTILE / "memory.py", Limits(memory=128 * MIB))
    async with running(driver, launch) as up, talking(up.box) as bot:
        await bot.welcomed()
        assert up.box.stats().memory_peak
        with pytest.raises(Broken, match="dead"):
            await bot.answer()
        peak = up.box.stats().memory_peak
    assert up.remains is not None
    assert up.remains.out_of_memory
    assert peak is not None
    assert peak <= 160 * MIB


GREEDY_CHILD = """
import os

def choose(ask):
    child = os.fork()
    if not child:
        taken = []
        while True:
            taken.append(bytearray(1 << 20))
    ask.note(str(os.waitpid(child, 0)[1]))
    return 0
"""


@pytest.fixture
def crowded() -> Iterator[Group]:
    """A group for boxes, with less memory than each of them may have."""
    if (trouble := cgroup_tree.trouble()) is not None:
        lacking(trouble)
    name = f"athanor-test-{secrets.token_hex(6)}"
    mounts = dict(cgroup_tree.mounts())
    # Of version 1 an engine takes the same path in every tree.
    group = (
        Group.named(name)
        if cgroup_tree.tree().version == 2
        else Group(1, {each: mounts[each] / name for each in cgroup_tree.V1_CONTROLLERS})
    )
    group.make(Limits(memory=96 * MIB, processes=500, cores=8))
    try:
        if group.version == 2:
            (group._folders[""] / "cgroup.subtree_control").write_text("+memory +pids +cpu")
        yield group
    finally:
        group.remove()
        # An engine has made it for the controllers that we do not use, too.
        for leftover in {mount / name for mount in mounts.values()}:
            with contextlib.suppress(FileNotFoundError):
                leftover.rmdir()


@pytest.mark.parametrize("name", WALLED)
async def test_a_bot_that_the_kernel_kills_within_its_own_limit_is_our_fault(
    name: str, made: Callable[[str], Driver], crowded: Group, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    driver = made(name)
    within = Tree(crowded.version, crowded._folders)
    host_config = contained.host_config

    def placed(*given: Any) -> dict[str, Any]:
        (parent, *_) = crowded._folders.values()
        mount = dict(cgroup_tree.mounts())["unified" if crowded.version == 2 else next(iter(crowded._folders))]
        return {**host_config(*given), "CgroupParent": f"/{parent.relative_to(mount)}"}

    monkeypatch.setattr(cgroups, "tree", lambda: within)
    monkeypatch.setattr(contained, "host_config", placed)
    (tmp_path / "greedy.py").write_text(GREEDY_CHILD)
    box = await driver.prepare(launch_of(tmp_path / "greedy.py"))
    await box.start()
    await box.wait_ready(60)
    async with talking(box) as bot:
        await bot.welcomed()
        await bot.answer()
        assert bot.notes == ["9"]
    with pytest.raises(SandboxFault, match=r"for want of memory here .* within its limit"):
        await box.kill()
    assert not (await box.kill()).out_of_memory, "said once"
    assert not list(crowded._folders["memory" if crowded.version == 1 else ""].glob("*/")), "all of it is gone"


async def test_processes_are_bounded_and_all_of_them_end(driver: Driver) -> None:
    launch = launch_of(HOSTILE / "forks.py", Limits(processes=40))
    async with running(driver, launch) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.answer()
        children, _, why = bot.notes[0].partition(" ")
        assert why == "Resource temporarily unavailable"
        assert 10 <= int(children) < 40
    # They want to stay for long: killing the box would have failed if one had.
    assert up.remains is not None


async def test_folders_in_memory_are_bounded(driver: Driver) -> None:
    note = await attacked(driver, "filling", Limits(tmp=8 * MIB))
    taken = {folder: int(size) for folder, size in (item.split("=") for item in note.split())}
    assert 7 * MIB <= taken["/tmp"] <= 8 * MIB
    assert 3 * MIB <= taken["/dev/shm"] <= 4 * MIB
    assert taken["/run/athanor"] <= 256 * 1024


async def test_a_file_is_bounded(driver: Driver) -> None:
    size, _, why = (await attacked(driver, "bigfile", Limits(file_size=2 * MIB))).partition(" ")
    assert (int(size), why) == (2 * MIB, "File too large")


async def test_a_flood_of_output_is_kept_short_and_costs_us_little(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests, looks = counted(monkeypatch)
    launch = launch_of(HOSTILE / "flood.py", Limits(output=20_000))
    async with running(driver, launch) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.answer()
        # Where this process takes it: each look at what there is was followed by a rest, however much there was.
        assert len(looks) <= len(rests)
    assert up.remains is not None
    log = up.remains.log
    assert len(log) <= 20_100
    assert log.startswith(b"the very first line")
    assert b"bytes left out" in log


def counted(monkeypatch: pytest.MonkeyPatch) -> tuple[list[None], list[int]]:
    """How often a tap begins to listen, which is after a rest, and what it takes then."""
    rests: list[None] = []
    looks: list[int] = []
    listen, take = Tap._listen, Tap._take

    def listening(tap: Tap) -> None:
        rests.append(None)
        listen(tap)

    def taken(tap: Tap) -> int | None:
        if size := take(tap):
            looks.append(size)
        return size

    monkeypatch.setattr(Tap, "_listen", listening)
    monkeypatch.setattr(Tap, "_take", taken)
    return rests, looks
