"""Walls around what a box can see: namespaces of its own, a root of its own, an environment of ours."""

from __future__ import annotations

from typing import Final

from sandbox.runtimes.table import ENVIRONMENT
from sandbox.walls import figures
from sandbox.walls.plan import Plan, wall

HIDDEN: Final = ("/sys", "/dev/mqueue", "/dev/pts")
"""Folders that an engine makes, and that no bot needs; beside what is hidden of /proc."""


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
def fixed_times(plan: Plan) -> None:
    """Nobody sets the times of a device, which all boxes share: the next one would read them."""
    plan.sets_times = False


@wall
def hidden_facts(plan: Plan) -> None:
    """Of /proc it sees its own processes, and constants in the place of the machine's figures."""
    plan.figures = figures.figures(plan.limits)
    plan.hidden = (*figures.hidden(plan.figures), *HIDDEN)


@wall
def hidden_network_figures(plan: Plan) -> None:
    """What /proc/net adds up over all networks of the machine cannot be read."""
    plan.network_figures = False


@wall
def clean_environment(plan: Plan) -> None:
    """Nothing of ours is inherited, by the first process either, whose environment the others can read."""
    plan.environment = ENVIRONMENT
