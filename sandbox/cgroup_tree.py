"""Where cgroups can be made on this machine, and those that this process is in.

A group is made below the one this process is in, so that what holds for us holds for the bot. Version 1 has a
tree for each controller; version 2 has one tree, where a group can only be made below one that hands its
controllers down: the nearest such group above this process that we may write to is used. Where none is, the
drivers fall back to limits a process, and `trouble` says how to do better.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

V1_CONTROLLERS: Final = ("memory", "pids", "cpu", "cpuacct", "freezer")
V2_CONTROLLERS: Final = ("memory", "pids", "cpu")

DELEGATE = (
    "run the worker in a group of its own, such as `systemd-run --user --scope -p Delegate=yes COMMAND`, or as a"
    " service with Delegate=yes"
)


@dataclass(frozen=True, slots=True)
class Tree:
    """Where groups can be made: the parent's folder for each controller. One folder for all in version 2."""

    version: int
    parents: dict[str, Path]


class Unavailable(Exception):
    """Why no group can be made here, and what to do about it."""


@cache
def tree() -> Tree:
    """Raises Unavailable."""
    mounted = dict(mounts())
    own = dict(memberships("self"))
    if all(name in mounted for name in V1_CONTROLLERS):
        found = Tree(1, {name: joined(mounted[name], own.get(name, "/")) for name in V1_CONTROLLERS})
    elif "unified" in mounted:
        found = Tree(2, {"": _handing_down(mounted["unified"], own.get("", "/"))})
    else:
        raise Unavailable("no cgroups are mounted here: limits are kept a process, not a sandbox")
    for parent in found.parents.values():
        if not os.access(parent, os.W_OK):
            raise Unavailable(f"{parent} may not be written to: {DELEGATE}")
    return found


def trouble() -> str | None:
    try:
        tree()
    except Unavailable as problem:
        return str(problem)
    return None


def around_us(controller: str) -> tuple[Path, ...]:
    """The groups that this process is in, the innermost first. A container sees none that is outside of it."""
    try:
        mounted, own = dict(mounts()), dict(memberships("self"))
    except OSError:
        return ()
    mount, inside = mounted.get(controller, mounted.get("unified")), own.get(controller, own.get(""))
    if mount is None or inside is None:
        return ()
    innermost = joined(mount, inside)
    found = (group for group in (innermost, *innermost.parents) if group.is_relative_to(mount))
    # Its path may be that of the host, which is not to be seen here.
    return tuple(group for group in found if group.is_dir())


def hurry() -> None:
    """Before it moves a process, for the first time in a while, the kernel waits some milliseconds for all others.
    It does so now, and not then: what is moved is this process, to where it is."""
    mounted, own = dict(mounts()), dict(memberships("self"))
    controller, mount = ("pids", mounted.get("pids")) if "pids" in own else ("", mounted.get("unified"))
    if mount is not None:
        with contextlib.suppress(OSError):
            (joined(mount, own.get(controller, "/")) / "cgroup.procs").write_text(str(os.getpid()))


def joined(mount: Path, inside: str) -> Path:
    return mount / inside.lstrip("/")


def mounts() -> Iterator[tuple[str, Path]]:
    """The controllers of version 1, and `unified`, by where they are mounted."""
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        before, _, after = line.partition(" - ")
        kind, _, options = after.split(" ", 2)
        where = Path(before.split(" ")[4])
        if kind == "cgroup2":
            yield "unified", where
        elif kind == "cgroup":
            for option in options.split(" ")[-1].split(","):
                yield option, where


def memberships(pid: int | str) -> Iterator[tuple[str, str]]:
    """The groups of a process: by controller in version 1, under "" in version 2."""
    for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            yield controller, path


def _handing_down(mount: Path, own: str) -> Path:
    """The nearest group at or above our own that hands its controllers to the groups below it."""
    here = joined(mount, own)
    while True:
        with contextlib.suppress(OSError):
            if set(V2_CONTROLLERS) <= set((here / "cgroup.subtree_control").read_text().split()):
                return here
        if here == mount:
            raise Unavailable(f"no cgroup hands down {', '.join(V2_CONTROLLERS)} to ours: {DELEGATE}")
        here = here.parent
