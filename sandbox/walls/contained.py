"""A plan as the Docker engine is told it: the container's settings and its HostConfig."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import docker
from docker.types import LogConfig, Ulimit

from sandbox.runtimes.table import ENVIRONMENT
from sandbox.seccomp import docker_profile
from sandbox.walls.plan import Plan

PERIOD: Final = 100_000
FIRST_TO_GO: Final = 500


def settings(plan: Plan) -> dict[str, Any]:
    """What is no part of the HostConfig."""
    told: dict[str, Any] = {"environment": dict(plan.environment or {**os.environ, **ENVIRONMENT})}
    if plan.own_user and plan.uid is not None:
        told["user"] = f"{plan.uid}:{plan.uid}"
    if "host" in plan.secluded:
        told["hostname"] = "bot"
    # The same empty network namespace as mode none alone, without the engine's work for one.
    told["network_disabled"] = "network" in plan.secluded
    return told


def host_config(client: docker.APIClient, plan: Plan, binds: Sequence[str], runtime: str = "") -> dict[str, Any]:
    told: dict[str, Any] = client.create_host_config(
        **_seclusion(plan), **_privileges(plan), **_files(plan, binds), **_bounds(plan)
    )
    if plan.hidden:
        told["MaskedPaths"] = sorted(plan.hidden)
    if runtime:
        told["Runtime"] = runtime
    return told


def _seclusion(plan: Plan) -> dict[str, Any]:
    told: dict[str, Any] = {"network_mode": "none" if "network" in plan.secluded else "host"}
    # Without the engine's /dev/shm, whose files it cannot count: ours is a folder as any other.
    told["ipc_mode"] = "none" if "ipc" in plan.secluded else "host"
    told["cgroupns"] = "private" if "cgroup" in plan.secluded else "host"
    if "processes" not in plan.secluded:
        told["pid_mode"] = "host"
    if "host" not in plan.secluded:
        told["uts_mode"] = "host"
    return told


def _privileges(plan: Plan) -> dict[str, Any]:
    """Against more namespaces stands the list of calls: the engine has no switch of its own."""
    options = [] if plan.new_privileges else ["no-new-privileges"]
    calls = "unconfined" if plan.system_calls is None else docker_profile(plan.system_calls)
    return {
        "cap_drop": [] if plan.capabilities else ["ALL"],
        "security_opt": [*options, f"seccomp={calls}"],
        "devices": _machines_own() if plan.all_devices else [],
    }


def _machines_own() -> list[str]:
    """Its disks, and what the kernel says: what an engine gives to a container that asks for all there is."""
    found = [path for pattern in ("vd?", "sd?", "nvme?n?", "kmsg", "fuse") for path in Path("/dev").glob(pattern)]
    return [f"{path}:{path}:r" for path in found]


def _files(plan: Plan, binds: Sequence[str]) -> dict[str, Any]:
    folders = {path: _options(plan, path) for path in plan.folders}
    if "ipc" not in plan.secluded:
        # The host's own is there then.
        folders.pop("/dev/shm", None)
    return {"read_only": plan.read_only, "binds": list(binds), "tmpfs": folders}


def _options(plan: Plan, path: str) -> str:
    folder = plan.folders[path]
    told = ["rw", "nosuid", "nodev", f"mode={folder.mode:04o}"]
    told.append("exec" if folder.programs or plan.runs_written else "noexec")
    if plan.sized:
        told.append(f"size={folder.size}")
    if plan.counted:
        told.append(f"nr_inodes={folder.files}")
    if folder.owned and plan.own_user and plan.uid is not None:
        told += [f"uid={plan.uid}", f"gid={plan.uid}"]
    return ",".join(told)


def _bounds(plan: Plan) -> dict[str, Any]:
    told: dict[str, Any] = {
        "ulimits": [Ulimit(name=kind, soft=bound, hard=bound) for kind, bound in plan.bounds.items()],
        "log_config": LogConfig(type="none"),
    }
    if plan.memory is not None:
        told["mem_limit"] = plan.memory
        told["memswap_limit"] = -1 if plan.swap else plan.memory
    if plan.processes is not None:
        told["pids_limit"] = plan.processes
    if plan.cores is not None:
        told["cpu_period"], told["cpu_quota"] = PERIOD, int(plan.cores * PERIOD)
    if plan.first_to_go:
        told["oom_score_adj"] = FIRST_TO_GO
    return told
