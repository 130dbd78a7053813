"""Walls around what a box may ask of the kernel: no privileges, a user of its own, few system calls."""

from __future__ import annotations

from typing import Final

from sandbox.seccomp import POLICY
from sandbox.walls.plan import Plan, wall

WIDE: Final = ("clone", "fcntl", "ioctl", "personality", "prctl", "prlimit64", "socket", "socketpair")
"""Calls that are on the list, each of which has a wall of its own that narrows it to some arguments."""


@wall
def no_capabilities(plan: Plan) -> None:
    """None, and none to be had."""
    plan.capabilities = False


@wall
def no_new_privileges(plan: Plan) -> None:
    """A program that is run has no more rights than who runs it."""
    plan.new_privileges = False


@wall
def own_user(plan: Plan) -> None:
    """Where we may choose, a user that owns nothing on this machine, and no two boxes at a time have the same."""
    plan.own_user = True


@wall
def listed_calls_only(plan: Plan) -> None:
    """What is not on the list fails: tracing, mounting, keyrings, io_uring, bpf, clocks, ..."""
    plan.system_calls = POLICY.permitting(*WIDE).with_foreign()


@wall
def own_architecture_only(plan: Plan) -> None:
    """A call by the numbers of i386 or x32 is death."""
    if plan.system_calls is not None:
        plan.system_calls = plan.system_calls.without_foreign()


@wall
def unix_sockets_only(plan: Plan) -> None:
    """Every other family is not supported: what no namespace holds (vsock, alg) is held here."""
    _narrow(plan, "socket", "socketpair")


@wall
def no_file_locks(plan: Plan) -> None:
    """None that another box could meet: they share the runtime's files. Nor leases and notifications."""
    _narrow(plan, "fcntl")


@wall
def few_ioctls(plan: Plan) -> None:
    """What asks whether a file is a terminal, and how much there is to read."""
    _narrow(plan, "ioctl")


@wall
def no_clone_flags(plan: Plan) -> None:
    """A new process shares namespaces with the old one."""
    _narrow(plan, "clone")


@wall
def plain_personality(plan: Plan) -> None:
    """The layout of memory stays random."""
    _narrow(plan, "personality")


@wall
def few_process_options(plan: Plan) -> None:
    """A process may name itself, and so on: no filters, and nothing that reaches the processor beside it."""
    _narrow(plan, "prctl")


@wall
def own_limits_only(plan: Plan) -> None:
    """A process sets its own bounds lower, and nobody else's."""
    _narrow(plan, "prlimit64")


def _narrow(plan: Plan, *calls: str) -> None:
    if plan.system_calls is not None:
        plan.system_calls = plan.system_calls.narrowed(*calls)
