"""What a box is to be, whoever builds it. Empty, it has no walls: each wall is a function that closes something.

`raised` puts up every wall there is, unless it is told which: only the tests tell it, to see that a wall holds
what it is there to hold. A wall is named by its function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from athanor_contract.limits.sandbox import Limits
from sandbox.seccomp import Policy

Walls = frozenset[str]
Raise = Callable[["Plan"], None]


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder in memory, the only kind that can be written to, and what bounds it where those walls stand."""

    size: int
    files: int
    mode: int = 0o1777
    owned: bool = False
    """By the box's user; else by root, for all."""
    programs: bool = False
    """Whether what lies in it may be run: where a bundle is built."""


@dataclass(slots=True)
class Plan:
    """One box, as it is to be built."""

    limits: Limits
    uid: int | None
    """Of the box's own, where we may choose one."""
    folders: dict[str, Folder]
    system_calls: Policy | None = None
    secluded: set[str] = field(default_factory=set)
    """Namespaces of its own: processes, network, ipc, host, cgroup."""
    more_namespaces: bool = True
    """Whether it may make further ones."""
    capabilities: bool = True
    new_privileges: bool = True
    own_user: bool = False
    read_only: bool = False
    own_files: bool = False
    """Whether its runtime is a file system of its own, as far as the machine can do that."""
    all_devices: bool = True
    sets_times: bool = True
    """Whether the times of devices, which all boxes share, can be set."""
    hidden: tuple[str, ...] = ()
    """Files of /proc and folders that are masked."""
    figures: Mapping[str, str] = field(default_factory=dict)
    """Files of /proc that are replaced, and what stands in them."""
    network_figures: bool = True
    """Whether all of /proc/net can be read."""
    sized: bool = False
    counted: bool = False
    """Whether the bytes, and the files, in its folders are bounded."""
    runs_written: bool = True
    """Whether a file that it wrote can be run as a program."""
    follows_links: bool = True
    """Whether links in the folder of its socket lead anywhere."""
    environment: Mapping[str, str] | None = None
    """None: that of whoever starts it, too."""
    memory: int | None = None
    swap: bool = True
    processes: int | None = None
    cores: float | None = None
    bounds: dict[str, int] = field(default_factory=dict)
    """Bounds of each process, by the names of setrlimit."""
    first_to_go: bool = False
    """Where the machine's memory runs out."""
    output: int | None = None
    whole_tree_ends: bool = False

    def unbounded(self) -> frozenset[str]:
        """What no cgroup is to bound."""
        bounds = {"memory": self.memory, "processes": self.processes, "cores": self.cores}
        missing = {name for name, bound in bounds.items() if bound is None}
        return frozenset(missing | {"swap"} if self.swap else missing)

    def bound_each_process(self) -> None:
        """What stands in for a cgroup, where none can be had."""
        if self.processes is not None:
            # Counted in the box's own user namespace (Linux 5.14): other processes of the user do not weigh.
            self.bounds["nproc"] = self.processes
        if self.memory is not None:
            self.bounds["data"] = 2 * self.memory


_walls: dict[str, Raise] = {}
WALLS: Final[Mapping[str, Raise]] = _walls
"""All of them, by name, in the order they were written down in."""


def wall(function: Raise) -> Raise:
    _walls[function.__name__] = function
    return function


def every() -> Walls:
    return frozenset(WALLS)


def without(*names: str) -> Walls:
    """Every wall but these, for a test that wants to see them missed."""
    if unknown := set(names) - set(WALLS):
        raise KeyError(f"there is no wall called {', '.join(sorted(unknown))}")
    return every() - set(names)


def raised(limits: Limits, uid: int | None, folders: Mapping[str, Folder], walls: Walls) -> Plan:
    plan = Plan(limits, uid, dict(folders))
    for name, put_up in WALLS.items():
        if name in walls:
            put_up(plan)
    return plan
