"""Walls around what a box can see: namespaces of its own, a root of its own, an environment of ours."""

from __future__ import annotations

from typing import Final

from sandbox.runtimes.table import ENVIRONMENT
from sandbox.walls.plan import Plan, wall

HIDDEN: Final = (
    "/proc/cmdline", "/proc/loadavg", "/proc/diskstats", "/proc/partitions", "/proc/swaps", "/proc/vmstat",
    "/proc/interrupts", "/proc/softirqs", "/proc/schedstat", "/proc/keys", "/proc/key-users", "/proc/locks",
    "/proc/kcore", "/proc/timer_list", "/proc/kallsyms", "/proc/modules", "/proc/sysrq-trigger", "/proc/pressure",
    "/proc/sys/kernel/random/boot_id", "/sys/firmware", "/dev/mqueue", "/dev/pts",
)  # fmt: skip
"""What tells of the machine, or of how busy it is, and what no bot needs."""


@wall
def own_processes(plan: Plan) -> None:
    """It sees no process but its own, can signal no other, and all of them end with the first."""
    plan.secluded.add("processes")


@wall
def no_network(plan: Plan) -> None:
    """A network namespace with nothing in it; abstract Unix sockets too are its own."""
    plan.secluded.add("network")


@wall
def own_ipc(plan: Plan) -> None:
    """No shared memory, queue or semaphore of anybody else."""
    plan.secluded.add("ipc")


@wall
def own_host_name(plan: Plan) -> None:
    """It is called bot, and the machine's name is not told."""
    plan.secluded.add("host")


@wall
def own_cgroup_view(plan: Plan) -> None:
    """Its cgroup is the root of what it sees of cgroups."""
    plan.secluded.add("cgroup")


@wall
def no_more_namespaces(plan: Plan) -> None:
    """No user namespace can be made inside, in which it would be root."""
    plan.more_namespaces = False


@wall
def read_only_root(plan: Plan) -> None:
    """Only the runtime and the bundle are there, and neither can be written to."""
    plan.read_only = True


@wall
def own_files(plan: Plan) -> None:
    """What it reads or looks up in its runtime leaves no trace that another box could find."""
    plan.own_files = True


@wall
def few_devices(plan: Plan) -> None:
    """null, zero, full, random and urandom: no disk, no terminal."""
    plan.all_devices = False


@wall
def hidden_facts(plan: Plan) -> None:
    """The machine's own figures are masked."""
    plan.hidden = HIDDEN


@wall
def clean_environment(plan: Plan) -> None:
    """Nothing of ours is inherited, by the first process either, whose environment the others can read."""
    plan.environment = ENVIRONMENT
