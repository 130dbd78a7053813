"""What a box really is, looked at from outside and from inside: equal to what is written down here (G6)."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from sandbox import cgroup_tree, seccomp
from sandbox.drivers.bubblewrap import Bubblewrap
from sandbox.drivers.docker import Docker
from sandbox.interface import Driver
from sandbox.walls import WALLS, every, without
from tests.sandbox.conftest import WALLED
from tests.sandbox.playing import BOTS, launch_of, running, talking

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives each box a user of its own")

MIB = 1024 * 1024
ROOT = Path(__file__).parents[3]

# All that is set in a container's HostConfig; whatever else the engine knows of is off, empty or its own default.
HOST_CONFIG = {
    "NetworkMode": "none",
    "IpcMode": "none",
    "CgroupnsMode": "private",
    "ReadonlyRootfs": True,
    "CapDrop": ["ALL"],
    "PidsLimit": 64,
    "Memory": 256 * MIB,
    "MemorySwap": 256 * MIB,
    "CpuPeriod": 100_000,
    "CpuQuota": 100_000,
    "OomScoreAdj": 500,
    "LogConfig": {"Type": "none", "Config": {}},
    "Ulimits": [
        {"Name": "core", "Hard": 0, "Soft": 0},
        {"Name": "fsize", "Hard": 16 * MIB, "Soft": 16 * MIB},
        {"Name": "memlock", "Hard": 65_536, "Soft": 65_536},
        {"Name": "msgqueue", "Hard": 0, "Soft": 0},
        {"Name": "nofile", "Hard": 256, "Soft": 256},
    ],
    "RestartPolicy": {"Name": "", "MaximumRetryCount": 0},
    "Runtime": "runc",
    "Isolation": "",
    "ConsoleSize": [0, 0],
    "ShmSize": 64 * MIB,
    "ReadonlyPaths": ["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"],
}
FIGURES = {"/proc/cpuinfo", "/proc/loadavg", "/proc/meminfo", "/proc/stat", "/proc/uptime"}
NOT_MASKED = {*FIGURES, "/proc/version"}
MASKED_TOO = {"/sys", "/dev/mqueue", "/dev/pts"}
SAME = "rw,nosuid,nodev"
TMPFS = {
    "/tmp": f"{SAME},mode=1777,noexec,size=16777216,nr_inodes=1024",
    "/dev/shm": f"{SAME},mode=1777,noexec,size=4194304,nr_inodes=256",
    "/run/athanor": f"{SAME},mode=0700,noexec,size=262144,nr_inodes=16,uid=UID,gid=UID",
}


async def test_a_container_is_what_the_policy_says(made: Callable[[str], Driver]) -> None:
    driver = made("docker")
    assert isinstance(driver, Docker)
    async with running(driver, launch_of(BOTS / "first.py")) as up:
        box: Any = up.box
        told = box._inspect()
        uid = box._lease.uid
    config, host = told["Config"], told["HostConfig"]
    assert (config["User"], config["Hostname"], config["NetworkDisabled"]) == (f"{uid}:{uid}", "bot", True)
    assert {item.partition("=")[0] for item in config["Env"]} == {*driver_environment()}
    assert host.pop("Tmpfs") == {path: options.replace("UID", str(uid)) for path, options in TMPFS.items()}
    privileges, profile = host.pop("SecurityOpt")
    assert privileges == "no-new-privileges"
    assert rules(profile.removeprefix("seccomp=")) == rules(seccomp.docker_profile())
    binds = host.pop("Binds")
    assert [bind.split(":")[1:] for bind in binds[:4]] == [
        ["/usr/lib/athanor", "ro"], ["/bot", "ro"], ["/run/athanor.log"], ["/run/athanor.go"],
    ]  # fmt: skip
    assert {tuple(bind.split(":")[1:]) for bind in binds[4:]} == {(path, "ro") for path in FIGURES}
    assert set(host.pop("MaskedPaths")) == MASKED_TOO | of_the_machine() - NOT_MASKED
    host["ReadonlyPaths"] = sorted(host["ReadonlyPaths"])
    host["Ulimits"].sort(key=lambda limit: limit["Name"])
    assert {name: value for name, value in host.items() if value} == {
        name: value for name, value in HOST_CONFIG.items() if value
    }


def of_the_machine() -> set[str]:
    """What this kernel has in /proc beside processes and what they link to."""
    return {str(path) for path in Path("/proc").iterdir() if not path.name.isdigit() and not path.is_symlink()}


def driver_environment() -> set[str]:
    from sandbox.runtimes.table import ENVIRONMENT

    return set(ENVIRONMENT)


def rules(profile: str) -> list[str]:
    """In no order: no two of them say the same of one call."""
    told = json.loads(profile)
    return sorted(json.dumps(rule) for rule in [*told.pop("syscalls"), told])


LIMITS = {
    "Max open files": "256",
    "Max file size": str(16 * MIB),
    "Max core file size": "0",
    "Max locked memory": "65536",
}


@pytest.mark.parametrize("kind", WALLED)
async def test_a_bot_finds_itself_behind_every_wall(kind: str, made: Callable[[str], Driver]) -> None:
    driver: Any = made(kind)
    async with running(driver, launch_of(BOTS / "canary.py")) as up, talking(up.box) as bot:
        await bot.welcomed()
        await bot.answer()
        seen = json.loads(bot.notes[-1])
        box: Any = up.box
        uid, group = box._lease.uid, box._group
        kept = {name: group._number(name) for name in swap_file()}
        outside = namespaces(seen["namespaces"])
        users = owners(group.members())
    status = seen["status"]
    assert (status["Seccomp"], status["NoNewPrivs"]) == ("2", "1")
    for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert int(status[name], 16) == 0, name
    assert status["Groups"].strip() in ("", str(uid), "1000", "65534")
    assert users == {uid}, "whoever looks from outside sees a user that is nobody else's"
    shared = {name for name, place in seen["namespaces"].items() if place == outside[name]}
    assert shared == ({"user"} if kind == "docker" else set()), "the engine maps no users"
    assert {name: seen["limits"][name] for name in LIMITS} == LIMITS
    assert set(kept.values()) <= {256 * MIB, None, 0}
    mounts = seen["mounts"]
    for path, files in (("/tmp", 1024), ("/dev/shm", 256), ("/run/athanor", 16)):
        assert {"rw", "nosuid", "nodev", "noexec"} <= set(mounts[path]["flags"]), path
        assert mounts[path]["files"] == files
    assert "nosymfollow" in mounts["/run/athanor"]["flags"]
    for path in ("/", "/bot", "/usr/lib/athanor"):
        assert "ro" in mounts[path]["flags"], path
    writable = {path for path, mount in mounts.items() if "rw" in mount["flags"] and mount["writable"]}
    assert writable == {"/tmp", "/dev/shm", "/run/athanor"}


def namespaces(names: Iterable[str]) -> dict[str, str]:
    return {name: str(Path(f"/proc/self/ns/{name}").readlink()) for name in names}


def owners(pids: Iterable[int]) -> set[int]:
    return {Path(f"/proc/{pid}").stat().st_uid for pid in pids}


def swap_file() -> list[str]:
    """Of memory and what does not fit, together: no more than of memory alone."""
    return ["memory.memsw.limit_in_bytes"] if cgroup_tree.tree().version == 1 else ["memory.swap.max"]


def test_a_wall_is_one_short_function_with_a_sentence() -> None:
    for name, wall in WALLS.items():
        assert wall.__name__ == name
        assert wall.__code__.co_argcount == 1
        told = wall.__doc__ or ""
        assert not told or told.endswith("."), name


def test_only_tests_leave_a_wall_out() -> None:
    """No setting, no variable and no argument of a command takes one away."""
    sources = [path for folder in ("sandbox", "arena") for path in (ROOT / folder).rglob("*.py")]
    assert len(sources) > 100
    naming = {path.relative_to(ROOT).as_posix() for path in sources if "walls=" in path.read_text()}
    assert naming == set()
    dropping = [
        path for path in sources if "import without" in path.read_text() or "walls.without" in path.read_text()
    ]
    assert dropping == []
    assert without("own_user") == every() - {"own_user"}
    with pytest.raises(KeyError, match="no wall called moat"):
        without("moat")


@pytest.mark.parametrize("kind", [Bubblewrap, Docker])
def test_a_driver_has_every_wall_unless_it_is_told(kind: type[Bubblewrap | Docker], state: Path) -> None:
    assert kind(state)._walls == set(WALLS)
