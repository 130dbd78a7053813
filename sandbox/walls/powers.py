"""Walls around what a box may ask of the kernel: no privileges, a user of its own, few system calls."""

from __future__ import annotations

from typing import Final

from sandbox.seccomp import POLICY
from sandbox.walls.plan import Plan, wall

CACHE: Final = ("fadvise64", "readahead", "mincore", "cachestat", "preadv2", "pwritev2", "madvise")
COUNTED: Final = ("sysinfo", "setsid", "mmap")
PINNING: Final = ("sched_setaffinity", "setpriority")
OPTIONS: Final = ("getsockopt", "setsockopt")
WIDE: Final = (
    "clone", "fcntl", "ioctl", "memfd_create", "personality", "prctl", "prlimit64", "socket", "socketpair",
    *CACHE, *COUNTED, *PINNING, *OPTIONS,
)  # fmt: skip
"""Calls each of which has a wall of its own, which refuses it or narrows it to some arguments."""


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
    """A new process shares namespaces with the old one, and comes without a handle on it."""
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


@wall
def no_cache_calls(plan: Plan) -> None:
    """None that tells which pages of a file are in memory, loads or evicts them: boxes may read the same files."""
    _narrow(plan, *CACHE)


@wall
def no_machine_figures(plan: Plan) -> None:
    """No call tells the machine's load, free memory, sessions or huge pages, which other boxes move."""
    _narrow(plan, *COUNTED)


@wall
def no_pinning(plan: Plan) -> None:
    """It can neither choose its processor nor step back behind others there: a stall cannot be arranged."""
    _narrow(plan, *PINNING)


@wall
def no_memory_files(plan: Plan) -> None:
    """No file without a name, which could be run as a program."""
    _narrow(plan, "memfd_create")


@wall
def few_socket_options(plan: Plan) -> None:
    """Those that runtimes need: no filters, and no handle on the process at the other end."""
    _narrow(plan, *OPTIONS)


def _narrow(plan: Plan, *calls: str) -> None:
    if plan.system_calls is not None:
        plan.system_calls = plan.system_calls.narrowed(*calls)
