"""Which system calls a bot may make: one policy, written as Docker's JSON and as a BPF program for bubblewrap.

Whatever is not named fails with EPERM; a program made for another architecture is killed. The policy holds no file
locks that two sandboxes could meet (they see the same files of the runtime: a lock would be a way to talk), no
sockets but Unix ones, no namespaces, no tracing, no keyrings, no io_uring. `syscalls.toml` has the names and the
numbers.

Why no library: the bindings of libseccomp need its shared library, which comes with no wheel, and `make run` is
for machines on which nobody may install one; nor does it write Docker's JSON, so that the policy would be told
twice. The program of 1,138 instructions takes 0.3 ms here, and `tests/sandbox/test_seccomp.py` runs it call by
call.
"""

from __future__ import annotations

import errno
import json
import platform
import struct
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any, Final

MACHINE: Final = platform.machine()
ALL_BITS = 0xFFFF_FFFF_FFFF_FFFF
LOW_BITS = 0xFFFF_FFFF
"""All that the kernel looks at of an int."""


@dataclass(frozen=True, slots=True)
class Only:
    """A call that is allowed where one argument, under the mask, is one of the values."""

    argument: int
    values: tuple[int, ...]
    otherwise: int = errno.EPERM
    mask: int = ALL_BITS
    provided: tuple[int, int, int] | None = None
    """Another argument, the only value that it may have, and how the call fails where it has not."""


AF_UNIX = 1
AS_IT_IS = LOW_BITS
"""As a user or group: -1."""
NEW_NAMESPACES = 0x7E02_0000
"""Every CLONE_NEW* flag."""
HANDLE = 0x1000
"""CLONE_PIDFD: the inode of such a handle counts the processes of the whole machine."""
HUGE_PAGES = 0x4_0000
"""MAP_HUGETLB: out of a store of the whole machine, which says whether there are any left, and no limit of the
box's counts them."""
FCNTL_COMMANDS = (0, 1, 2, 3, 4, 6, 7, 8, 9, 1030, 1031, 1032, 1033, 1034)
"""Descriptors, flags, owners, pipe sizes, seals; F_SETLK and F_SETLKW, which SQLite cannot do without. On files
that boxes share, which nobody may write to, they set no lock that another could meet, and nobody may ask for one
(F_GETLK); devices, which all may write to, are each box's own (`Ground.make_devices`). No locks that go with an
open file, no leases, no notifications."""
IOCTL_REQUESTS = (0x5401, 0x802C_542A, 0x5413, 0x5421, 0x541B, 0x5451, 0x5450)
"""TCGETS TCGETS2 TIOCGWINSZ FIONBIO FIONREAD FIOCLEX FIONCLEX."""
PRCTL_OPTIONS = (1, 2, 3, 4, 7, 8, 15, 16, 21, 23, 27, 29, 30, 36, 37, 38, 39, 40, 41, 42, 52, 53, 0x5356_4D41)
"""Signal at the parent's death, dumps, kept capabilities, name, mode of seccomp, bounding set, secure bits, slack
of timers, children of others, no new rights, thread number, huge pages, speculation, names of memory: nothing that
reaches beyond the process. No filters of its own (PR_SET_SECCOMP), and no cookie that has the other half of a
processor stand still while it runs (PR_SCHED_CORE)."""

SOL_SOCKET = 1
OF_ANY_SOCKET = (1, SOL_SOCKET, errno.EOPNOTSUPP)
"""gRPC tries options of TCP on every socket: it is told what a Unix socket says to them."""
SOCKET_OPTIONS = (2, 3, 4, 7, 8, 9, 13, 15, 18, 20, 21, 30, 38, 39)
"""SO_REUSEADDR TYPE ERROR SNDBUF RCVBUF KEEPALIVE LINGER REUSEPORT RCVLOWAT RCVTIMEO SNDTIMEO ACCEPTCONN PROTOCOL
DOMAIN: what asyncio, gRPC, libuv, Go and Java set or ask. No filters (SO_ATTACH_FILTER), and nothing of who is at
the other end, which may be a process of ours (SO_PEERPIDFD, SO_PEERCRED, SO_PASSPIDFD)."""
MEMORY_ADVICE = (0, 1, 2, 4, 8, 10, 11, 14, 15, 16, 17, 18, 19, 23)
"""Normal, random, sequential, not needed, free, (not) inherited, (no) huge pages, (not) dumped, (not) wiped,
populated for writing: what allocators say of their own memory. Nothing that loads or evicts pages of a file, which
boxes may share (WILLNEED, POPULATE_READ, COLD, PAGEOUT), and nothing that merges equal pages (MERGEABLE)."""

CONDITIONAL: Final[Mapping[str, Only]] = {
    "clone": Only(0, (0,), mask=NEW_NAMESPACES | HANDLE),
    "fcntl": Only(1, FCNTL_COMMANDS),
    "getsockopt": Only(2, SOCKET_OPTIONS, mask=LOW_BITS, provided=OF_ANY_SOCKET),
    "ioctl": Only(1, IOCTL_REQUESTS),
    "madvise": Only(2, MEMORY_ADVICE),
    "mmap": Only(3, (0,), mask=HUGE_PAGES),
    "personality": Only(0, (0, 0xFFFF_FFFF)),
    "prctl": Only(0, PRCTL_OPTIONS),
    # With a flag they tell, without waiting, whether a page of a file is in memory (RWF_NOWAIT).
    **dict.fromkeys(("preadv2", "pwritev2"), Only(5, (0,), otherwise=errno.EOPNOTSUPP)),
    # Of itself alone, which is what libc asks for.
    "prlimit64": Only(0, (0,)),
    # What `make` starts gets its real user as the effective one, by libc's posix_spawn: no rights are in that.
    "setresuid": Only(0, (AS_IT_IS,), mask=LOW_BITS),
    "setresgid": Only(0, (AS_IT_IS,), mask=LOW_BITS),
    "setsockopt": Only(2, SOCKET_OPTIONS, mask=LOW_BITS, provided=OF_ANY_SOCKET),
    # gRPC tries the internet's families as it starts: it is told that there are none.
    "socket": Only(0, (AF_UNIX,), otherwise=errno.EAFNOSUPPORT),
    "socketpair": Only(0, (AF_UNIX,), otherwise=errno.EAFNOSUPPORT),
}
EXTENDED_ATTRIBUTES = tuple(
    f"{kind}{verb}xattr" for verb in ("get", "set", "list", "remove") for kind in ("", "l", "f")
)
REFUSED: Final[Mapping[str, int]] = {
    # Its flags lie in memory, where a filter cannot look; libc falls back to clone.
    "clone3": errno.ENOSYS,
    # Asked by what does much arithmetic, as numpy does: this kernel might as well have one kind of memory only.
    **dict.fromkeys(("mbind", "get_mempolicy", "set_mempolicy"), errno.ENOSYS),
    # What is in the page cache, which boxes share: by a look, and by a change.
    **dict.fromkeys(("cachestat", "fadvise64", "mincore", "readahead"), errno.ENOSYS),
    # Load, free and shared memory and number of processes of the whole machine. libc's sysconf(_SC_PHYS_PAGES) is
    # made of it, does not look whether it failed, and tells a number that means nothing.
    "sysinfo": errno.ENOSYS,
    # Done, it says, and does nothing: sessions are numbered over the whole machine (/proc/self/autogroup), and a
    # box has no terminal to leave by one.
    "setsid": 0,
    # A program could be run from such a file, and without a cgroup nobody would see its memory.
    "memfd_create": errno.ENOSYS,
    # Who chooses its processor, or yields to all others there, arranges a stall that looks like the host's.
    **dict.fromkeys(("sched_setaffinity", "setpriority"), errno.EPERM),
    # What copies a file asks for them, and goes on where there are none.
    **dict.fromkeys(EXTENDED_ATTRIBUTES, errno.ENOTSUP),
}

ARCHITECTURES: Final = {
    "x86_64": (0xC000_003E, "SCMP_ARCH_X86_64"),
    "aarch64": (0xC000_00B7, "SCMP_ARCH_AARCH64"),
}
FOREIGN: Final = {"x86_64": ("SCMP_ARCH_X86", "SCMP_ARCH_X32"), "aarch64": ("SCMP_ARCH_ARM",)}
"""What a processor of an architecture runs as well."""
X32 = 0x4000_0000
"""The bit that marks a call of the x32 ABI, which has the same architecture number as x86_64."""


class UnknownArchitecture(Exception):
    """No policy is written for this machine."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What is decided of each call. `POLICY` is the one that bots run under; the others are there to test it."""

    allowed: tuple[str, ...]
    conditional: Mapping[str, Only]
    refused: Mapping[str, int]
    foreign: bool = False
    """Whether calls by the numbers of another architecture are let through; else they are death."""
    unnamed_kills: bool = False
    """Whether a call that is not named is death too, and not an error: shows that a program makes none."""

    def with_foreign(self) -> Policy:
        return replace(self, foreign=True)

    def without_foreign(self) -> Policy:
        return replace(self, foreign=False)

    def permitting(self, *names: str) -> Policy:
        """The same, with some calls allowed whatever their arguments."""
        return replace(
            self,
            allowed=(*self.allowed, *names),
            conditional={name: rule for name, rule in self.conditional.items() if name not in names},
            refused={name: code for name, code in self.refused.items() if name not in names},
        )

    def narrowed(self, *names: str) -> Policy:
        """The same, with some calls refused, or bound to the arguments that the one policy says."""
        bound = {name: CONDITIONAL[name] for name in names if name in CONDITIONAL}
        return replace(
            self,
            allowed=tuple(name for name in self.allowed if name not in names),
            conditional={**self.conditional, **bound},
            refused={**self.refused, **{name: REFUSED[name] for name in names if name not in bound}},
        )


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(resources.files("sandbox").joinpath("syscalls.toml").read_text())


def allowed() -> list[str]:
    """The calls that are allowed whatever their arguments."""
    names: list[str] = _tables()["allowed"]
    return names


POLICY: Final = Policy(tuple(allowed()), CONDITIONAL, REFUSED)


def numbers(machine: str) -> Mapping[str, int]:
    if machine not in ARCHITECTURES:
        raise UnknownArchitecture(f"no system call numbers for {machine}: there are {', '.join(ARCHITECTURES)}")
    table: Mapping[str, int] = _tables()[machine]
    return table


# --- Docker's form


def docker_profile(policy: Policy = POLICY, machine: str = MACHINE) -> str:
    calls: list[dict[str, Any]] = [{"names": list(policy.allowed), "action": "SCMP_ACT_ALLOW"}]
    for name, rule in policy.conditional.items():
        provided = [] if rule.provided is None else [_compared(*rule.provided[:2])]
        for value in rule.values:
            compared = [*provided, _compared(rule.argument, value, rule.mask)]
            calls.append({"names": [name], "action": "SCMP_ACT_ALLOW", "args": compared})
        # The engine's library cannot say it of another architecture, where one call stands for many.
        if not policy.foreign:
            calls += [_failing(name, code, [unlike]) for code, unlike in _otherwise(rule)]
    calls += [_failing(name, code, []) for name, code in policy.refused.items()]
    architectures = [ARCHITECTURES[machine][1], *(FOREIGN[machine] if policy.foreign else ())]
    otherwise = "SCMP_ACT_KILL_PROCESS" if policy.unnamed_kills else "SCMP_ACT_ERRNO"
    return json.dumps({"defaultAction": otherwise, "architectures": architectures, "syscalls": calls})


def _compared(argument: int, value: int, mask: int = ALL_BITS) -> dict[str, Any]:
    if mask == ALL_BITS:
        return {"index": argument, "value": value, "op": "SCMP_CMP_EQ"}
    return {"index": argument, "value": mask, "valueTwo": value, "op": "SCMP_CMP_MASKED_EQ"}


def _otherwise(rule: Only) -> Iterator[tuple[int, dict[str, Any]]]:
    """Ways to fail that are not the default one, each with when."""
    if rule.otherwise != errno.EPERM:
        # "None of several" cannot be said.
        (value,) = set(rule.values)
        yield rule.otherwise, {"index": rule.argument, "value": value, "op": "SCMP_CMP_NE"}
    if rule.provided is not None:
        argument, value, code = rule.provided
        yield code, {"index": argument, "value": value, "op": "SCMP_CMP_NE"}


def _failing(name: str, code: int, arguments: list[dict[str, Any]]) -> dict[str, Any]:
    return {"names": [name], "action": "SCMP_ACT_ERRNO", "errnoRet": code, "args": arguments}


# --- the kernel's form: an array of struct sock_filter

LOAD, AND, JUMP, JUMP_EQUAL, JUMP_AT_LEAST, RETURN = 0x20, 0x54, 0x05, 0x15, 0x35, 0x06
ALLOW, KILL, ERRNO = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
NUMBER_AT, ARCHITECTURE_AT, ARGUMENTS_AT = 0, 4, 16

Instruction = tuple[int, int, int, int]
"""Code, steps to skip when true, when false, operand."""


def bpf_program(policy: Policy = POLICY, machine: str = MACHINE) -> bytes:
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in _program(policy, machine))


def _program(policy: Policy, machine: str) -> Iterator[Instruction]:
    table = numbers(machine)
    foreign = ALLOW if policy.foreign else KILL
    unnamed = KILL if policy.unnamed_kills else ERRNO | errno.EPERM
    yield LOAD, 0, 0, ARCHITECTURE_AT
    yield JUMP_EQUAL, 1, 0, ARCHITECTURES[machine][0]
    yield RETURN, 0, 0, foreign
    yield LOAD, 0, 0, NUMBER_AT
    if machine == "x86_64":
        yield JUMP_AT_LEAST, 0, 1, X32
        yield RETURN, 0, 0, foreign
    # The kernel remembers which numbers are allowed whatever their arguments: the order costs nothing.
    for name in policy.allowed:
        if name in table:
            yield JUMP_EQUAL, 0, 1, table[name]
            yield RETURN, 0, 0, ALLOW
    for name, rule in policy.conditional.items():
        block = list(_only(rule, unnamed))
        yield JUMP_EQUAL, 0, len(block), table[name]
        yield from block
    for name, code in policy.refused.items():
        yield JUMP_EQUAL, 0, 1, table[name]
        yield RETURN, 0, 0, ERRNO | code
    yield RETURN, 0, 0, unnamed


def _only(rule: Only, unnamed: int) -> Iterator[Instruction]:
    if rule.provided is not None:
        argument, value, code = rule.provided
        # Where it is equal, over the failure.
        yield from _unless_equal(argument, value, ALL_BITS)
        yield JUMP, 0, 0, 1
        yield RETURN, 0, 0, ERRNO | code
    for value in rule.values:
        yield from _unless_equal(rule.argument, value, rule.mask)
        yield RETURN, 0, 0, ALLOW
    yield RETURN, 0, 0, unnamed if rule.otherwise == errno.EPERM else ERRNO | rule.otherwise


def _unless_equal(argument: int, value: int, mask: int) -> Iterator[Instruction]:
    """Skips the next instruction unless an argument, under the mask, is the value."""
    low = ARGUMENTS_AT + 8 * argument
    yield LOAD, 0, 0, low + 4
    yield AND, 0, 0, mask >> 32
    yield JUMP_EQUAL, 0, 4, value >> 32
    yield LOAD, 0, 0, low
    yield AND, 0, 0, mask & LOW_BITS
    yield JUMP_EQUAL, 0, 1, value & LOW_BITS
