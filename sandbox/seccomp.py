"""Which system calls a bot may make: one policy, written as Docker's JSON and as a BPF program for bubblewrap.

Whatever is not named fails with EPERM; a program made for another architecture is killed. The policy holds no file
locks (two sandboxes see the same files of the runtime: a lock on one would be a way to talk), no sockets but
Unix ones, no namespaces, no tracing, no keyrings, no io_uring. `syscalls.toml` has the names
and the numbers.
"""

from __future__ import annotations

import errno
import json
import platform
import struct
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

ALL_BITS = 0xFFFF_FFFF_FFFF_FFFF


@dataclass(frozen=True, slots=True)
class Only:
    """A call that is allowed where one argument, under the mask, is one of the values."""

    argument: int
    values: tuple[int, ...]
    otherwise: int = errno.EPERM
    mask: int = ALL_BITS


AF_UNIX = 1
NEW_NAMESPACES = 0x7E02_0000
"""Every CLONE_NEW* flag."""
FCNTL_COMMANDS = (0, 1, 2, 3, 4, 8, 9, 1030, 1031, 1032, 1033, 1034)
"""Descriptors, flags, owners, pipe sizes, seals. No locks, no leases, no notifications."""
IOCTL_REQUESTS = (0x5401, 0x5413, 0x5421, 0x541B, 0x5451, 0x5450)
"""TCGETS TIOCGWINSZ FIONBIO FIONREAD FIOCLEX FIONCLEX."""

CONDITIONAL: Final[Mapping[str, Only]] = {
    "clone": Only(0, (0,), mask=NEW_NAMESPACES),
    "fcntl": Only(1, FCNTL_COMMANDS),
    "ioctl": Only(1, IOCTL_REQUESTS),
    "personality": Only(0, (0, 0xFFFF_FFFF)),
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
    # What copies a file asks for them, and goes on where there are none.
    **dict.fromkeys(EXTENDED_ATTRIBUTES, errno.ENOTSUP),
}

ARCHITECTURES: Final = {
    "x86_64": (0xC000_003E, "SCMP_ARCH_X86_64"),
    "aarch64": (0xC000_00B7, "SCMP_ARCH_AARCH64"),
}
X32 = 0x4000_0000
"""The bit that marks a call of the x32 ABI, which has the same architecture number as x86_64."""


class UnknownArchitecture(Exception):
    """No policy is written for this machine."""


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(resources.files("sandbox").joinpath("syscalls.toml").read_text())


def allowed() -> list[str]:
    """The calls that are allowed whatever their arguments."""
    names: list[str] = _tables()["allowed"]
    return names


def numbers(machine: str) -> Mapping[str, int]:
    if machine not in ARCHITECTURES:
        raise UnknownArchitecture(f"no system call numbers for {machine}: there are {', '.join(ARCHITECTURES)}")
    table: Mapping[str, int] = _tables()[machine]
    return table


# --- Docker's form


def docker_profile(machine: str = platform.machine()) -> str:
    calls: list[dict[str, Any]] = [{"names": allowed(), "action": "SCMP_ACT_ALLOW"}]
    for name, rule in CONDITIONAL.items():
        for value in rule.values:
            compared = {"index": rule.argument, "value": value, "op": "SCMP_CMP_EQ"}
            if rule.mask != ALL_BITS:
                compared = {**compared, "value": rule.mask, "valueTwo": value, "op": "SCMP_CMP_MASKED_EQ"}
            calls.append({"names": [name], "action": "SCMP_ACT_ALLOW", "args": [compared]})
        if rule.otherwise != errno.EPERM:
            for value in rule.values:
                unlike = {"index": rule.argument, "value": value, "op": "SCMP_CMP_NE"}
                calls.append(_failing(name, rule.otherwise, [unlike]))
    calls += [_failing(name, code, []) for name, code in REFUSED.items()]
    architecture = ARCHITECTURES[machine][1]
    return json.dumps({"defaultAction": "SCMP_ACT_ERRNO", "architectures": [architecture], "syscalls": calls})


def _failing(name: str, code: int, arguments: list[dict[str, Any]]) -> dict[str, Any]:
    return {"names": [name], "action": "SCMP_ACT_ERRNO", "errnoRet": code, "args": arguments}


# --- the kernel's form: an array of struct sock_filter

LOAD, AND, JUMP_EQUAL, JUMP_AT_LEAST, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06
ALLOW, KILL, ERRNO = 0x7FFF_0000, 0x8000_0000, 0x0005_0000
NUMBER_AT, ARCHITECTURE_AT, ARGUMENTS_AT = 0, 4, 16

Instruction = tuple[int, int, int, int]
"""Code, steps to skip when true, when false, operand."""


def bpf_program(machine: str = platform.machine()) -> bytes:
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in _program(machine))


def _program(machine: str) -> Iterator[Instruction]:
    table = numbers(machine)
    yield LOAD, 0, 0, ARCHITECTURE_AT
    yield JUMP_EQUAL, 1, 0, ARCHITECTURES[machine][0]
    yield RETURN, 0, 0, KILL
    yield LOAD, 0, 0, NUMBER_AT
    if machine == "x86_64":
        yield JUMP_AT_LEAST, 0, 1, X32
        yield RETURN, 0, 0, KILL
    # The kernel remembers which numbers are allowed whatever their arguments: the order costs nothing.
    for name in allowed():
        if name in table:
            yield JUMP_EQUAL, 0, 1, table[name]
            yield RETURN, 0, 0, ALLOW
    for name, rule in CONDITIONAL.items():
        block = list(_only(rule))
        yield JUMP_EQUAL, 0, len(block), table[name]
        yield from block
    for name, code in REFUSED.items():
        yield JUMP_EQUAL, 0, 1, table[name]
        yield RETURN, 0, 0, ERRNO | code
    yield RETURN, 0, 0, ERRNO | errno.EPERM


def _only(rule: Only) -> Iterator[Instruction]:
    low = ARGUMENTS_AT + 8 * rule.argument
    for value in rule.values:
        yield LOAD, 0, 0, low + 4
        yield AND, 0, 0, rule.mask >> 32
        yield JUMP_EQUAL, 0, 4, value >> 32
        yield LOAD, 0, 0, low
        yield AND, 0, 0, rule.mask & 0xFFFF_FFFF
        yield JUMP_EQUAL, 0, 1, value & 0xFFFF_FFFF
        yield RETURN, 0, 0, ALLOW
    yield RETURN, 0, 0, ERRNO | rule.otherwise
