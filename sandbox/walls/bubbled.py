"""A plan as bubblewrap is told it, and the bounds that the first program inside sets itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from sandbox.runtimes.table import ENVIRONMENT, begun
from sandbox.walls.plan import Plan

INSIDE_ID: Final = "1000"
NAMESPACES: Final = {
    "processes": "--unshare-pid",
    "network": "--unshare-net",
    "ipc": "--unshare-ipc",
    "host": "--unshare-uts",
    "cgroup": "--unshare-cgroup",
}
OF_THE_MACHINE: Final = Path("/dev")
DEVICES: Final = ("null", "zero", "full", "random", "urandom")
LINKS: Final = {"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"}
NOTHING: Final = "/dev/null"

Binds = Sequence[tuple[Path, str]]


def arguments(
    plan: Plan, root: Path, binds: Binds, working: str, *, devices: Path = OF_THE_MACHINE, alone: bool = True
) -> list[str]:
    """Everything but the descriptors, which only a start has. Where nobody can help from outside (`alone`), bwrap
    also covers what is hidden of /proc, and reads its table of mounts anew for each of some fifty files."""
    return [
        *_seclusion(plan),
        *_privileges(plan),
        *_environment(plan),
        *_files(plan, root, binds, devices),
        *_folders(plan),
        *(_masks(plan) if alone else []),
        *_closed(plan),
        *("--die-with-parent", "--chdir", working),
    ]


def _seclusion(plan: Plan) -> list[str]:
    told = ["--unshare-user", "--uid", INSIDE_ID, "--gid", INSIDE_ID]
    told += [flag for name, flag in NAMESPACES.items() if name in plan.secluded]
    if "host" in plan.secluded:
        told += ["--hostname", "bot"]
    return told if plan.more_namespaces else [*told, "--disable-userns"]


def _privileges(plan: Plan) -> list[str]:
    """That no program gains any is how bwrap runs everything."""
    return ["--cap-add" if plan.capabilities else "--cap-drop", "ALL", "--new-session"]


def _environment(plan: Plan) -> list[str]:
    told = [] if plan.environment is None else ["--clearenv"]
    for name, value in (plan.environment or ENVIRONMENT).items():
        told += ["--setenv", name, value]
    return told


def _files(plan: Plan, root: Path, binds: Binds, devices: Path) -> list[str]:
    """The runtime, what is bound into it, and file systems of its own for devices and processes."""
    bind = "--ro-bind" if plan.read_only else "--bind"
    told = [bind, str(root), "/"]
    # A view of all processes is not to be had but by the host's own.
    told += ["--proc", "/proc"] if "processes" in plan.secluded else ["--bind", "/proc", "/proc"]
    for source, target in binds:
        told += [bind, str(source), target]
    if plan.all_devices:
        return [*told, "--dev-bind", "/dev", "/dev"]
    told += ["--perms", "0755", "--size", "65536", "--tmpfs", "/dev"]
    for name in DEVICES:
        told += ["--dev-bind", str(devices / name), f"/dev/{name}"]
    for name, target in LINKS.items():
        told += ["--symlink", target, f"/dev/{name}"]
    return told


def _folders(plan: Plan) -> list[str]:
    told: list[str] = []
    for path, folder in plan.folders.items():
        told += [*(["--size", str(folder.size)] if plan.sized else []), "--perms", f"{folder.mode:04o}"]
        told += ["--tmpfs", path]
    return told


def _masks(plan: Plan) -> list[str]:
    """Of what is there; the folders of devices and of the kernel's own files are not."""
    told: list[str] = []
    for path in hidden_of_processes(plan):
        if Path(path).is_dir():
            told += ["--perms", "0555", "--size", "4096", "--tmpfs", path, "--remount-ro", path]
        elif Path(path).exists():
            told += ["--dev-bind", NOTHING, path]
    return told


def device_paths() -> list[str]:
    return [f"/dev/{name}" for name in DEVICES]


def hidden_of_processes(plan: Plan) -> list[str]:
    return [path for path in plan.hidden if path.startswith("/proc/")]


def _closed(plan: Plan) -> list[str]:
    devices = [] if plan.all_devices else ["--remount-ro", "/dev"]
    return [*devices, *(["--remount-ro", "/"] if plan.read_only else [])]


def beginning(plan: Plan, name: str, command: Sequence[str]) -> list[str]:
    """The command, by a program that waits for a word from us, and sets the bounds that no cgroup keeps."""
    bounds = [f"{kind}={bound}" for kind, bound in plan.bounds.items()]
    return begun(command, name, "-", "-", *bounds)
