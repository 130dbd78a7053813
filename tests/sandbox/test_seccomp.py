"""The one policy, in its two forms."""

from __future__ import annotations

import errno
import itertools
import json
import struct
from collections.abc import Iterator

import pytest

from sandbox import seccomp
from sandbox.seccomp import ALL_BITS, ARCHITECTURES, CONDITIONAL, ERRNO, KILL, REFUSED, Only

MACHINES = list(ARCHITECTURES)
ALLOW = seccomp.ALLOW


def run(program: bytes, number: int, architecture: int, arguments: tuple[int, ...] = ()) -> int:
    """What the kernel would do: the filter's machine, in miniature."""
    data = struct.pack("=iIQ6Q", number, architecture, 0, *arguments, *[0] * (6 - len(arguments)))
    instructions = list(struct.iter_unpack("=HBBI", program))
    held, place = 0, 0
    while True:
        code, when, otherwise, operand = instructions[place]
        place += 1
        if code == seccomp.LOAD:
            (held,) = struct.unpack_from("=I", data, operand)
        elif code == seccomp.AND:
            held &= operand
        elif code == seccomp.JUMP:
            place += operand
        elif code == seccomp.JUMP_EQUAL:
            place += when if held == operand else otherwise
        elif code == seccomp.JUMP_AT_LEAST:
            place += when if held >= operand else otherwise
        else:
            assert code == seccomp.RETURN
            return int(operand)


def docker_decides(profile: dict[str, object], name: str, arguments: tuple[int, ...]) -> int:
    """What the engine's filter comes to: the first rule that fits."""
    given = (*arguments, *[0] * (6 - len(arguments)))
    calls = profile["syscalls"]
    assert isinstance(calls, list)
    for call in calls:
        if name not in call["names"] or not all(fits(compared, given) for compared in call.get("args", [])):
            continue
        return ALLOW if call["action"] == "SCMP_ACT_ALLOW" else ERRNO | call["errnoRet"]
    return ERRNO | errno.EPERM


def fits(compared: dict[str, int | str], given: tuple[int, ...]) -> bool:
    value = given[int(compared["index"])]
    match compared["op"]:
        case "SCMP_CMP_EQ":
            return value == compared["value"]
        case "SCMP_CMP_NE":
            return value != compared["value"]
        case "SCMP_CMP_MASKED_EQ":
            return value & int(compared["value"]) == compared["valueTwo"]
    raise AssertionError(compared)


INTERESTING = sorted({
    *(0, 1, 2, 6, 7, 16, 17, 21, 23, 26, 40, 1024, 1030, 0x5401, 0x5412, 0xFFFF_FFFF, 0x1_0000_0001, ALL_BITS),
    *(0x1000, 0x1000_0000, 0x1000_0011, 0x0120_0011, 0x2_0000_0000, 0x22, 0x4_0022),
})  # fmt: skip


def tries(rule: Only) -> Iterator[tuple[int, ...]]:
    """Every interesting value of the arguments that a rule looks at."""
    looked_at = sorted({rule.argument, *(rule.provided or ())[:1]})
    for values in itertools.product(INTERESTING, repeat=len(looked_at)):
        arguments = [0] * 6
        for argument, value in zip(looked_at, values, strict=True):
            arguments[argument] = value
        yield tuple(arguments)


@pytest.mark.parametrize("machine", MACHINES)
def test_both_forms_decide_the_same(machine: str) -> None:
    program = seccomp.bpf_program(machine=machine)
    profile = json.loads(seccomp.docker_profile(machine=machine))
    names = {*seccomp.allowed(), *CONDITIONAL, *REFUSED}
    for name, number in seccomp.numbers(machine).items():
        assert name in names, f"{name} has a number and no rule"
        for arguments in tries(CONDITIONAL[name]) if name in CONDITIONAL else [(0, 0)]:
            decided = run(program, number, ARCHITECTURES[machine][0], arguments)
            assert decided == docker_decides(profile, name, arguments), (name, arguments)


@pytest.mark.parametrize("machine", MACHINES)
def test_what_is_not_named_fails(machine: str) -> None:
    program = seccomp.bpf_program(machine=machine)
    named = set(seccomp.numbers(machine).values())
    for number in set(range(700)) - named:
        assert run(program, number, ARCHITECTURES[machine][0]) == ERRNO | errno.EPERM


def test_a_program_of_another_architecture_is_killed() -> None:
    program = seccomp.bpf_program(machine="x86_64")
    i386, x32 = 0x4000_0003, 0x4000_0000
    native = ARCHITECTURES["x86_64"][0]
    assert run(program, 20, i386) == KILL
    assert run(program, x32 | 39, native) == KILL
    assert run(program, 0, ARCHITECTURES["aarch64"][0]) == KILL


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(
    ("name", "arguments", "decided"),
    [
        ("socket", (1, 1), ALLOW),
        ("socket", (2, 1), ERRNO | errno.EAFNOSUPPORT),
        ("socket", (40, 1), ERRNO | errno.EAFNOSUPPORT),
        ("socketpair", (30, 1), ERRNO | errno.EAFNOSUPPORT),
        ("clone", (0x0120_0011,), ALLOW),
        ("clone", (0x1000_0011,), ERRNO | errno.EPERM),
        ("clone", (0x0000_1011,), ERRNO | errno.EPERM),
        ("clone3", (), ERRNO | errno.ENOSYS),
        ("fcntl", (3, 2), ALLOW),
        ("fcntl", (3, 5), ERRNO | errno.EPERM),
        ("fcntl", (3, 6), ALLOW),
        ("fcntl", (3, 37), ERRNO | errno.EPERM),
        ("fcntl", (3, 0x1_0000_0002), ERRNO | errno.EPERM),
        ("ioctl", (0, 0x5412), ERRNO | errno.EPERM),
        ("prctl", (15, 1), ALLOW),
        ("prctl", (22, 2), ERRNO | errno.EPERM),
        ("prctl", (62, 1), ERRNO | errno.EPERM),
        ("prctl", (0x1_0000_000F, 1), ERRNO | errno.EPERM),
        ("prlimit64", (0, 7), ALLOW),
        ("prlimit64", (1, 7), ERRNO | errno.EPERM),
        # `make` by posix_spawn: the real one stays, and for another effective one there is no right.
        ("setresuid", (0xFFFF_FFFF, 1000, 0xFFFF_FFFF), ALLOW),
        ("setresuid", (ALL_BITS, 1000, ALL_BITS), ALLOW),
        ("setresuid", (0, 0, 0), ERRNO | errno.EPERM),
        ("setresgid", (0xFFFF_FFFF, 1000, 0xFFFF_FFFF), ALLOW),
        ("setresgid", (1000, 1000, 1000), ERRNO | errno.EPERM),
        ("listxattr", (), ERRNO | errno.ENOTSUP),
        # What is in the page cache is neither asked nor changed.
        ("fadvise64", (3, 0, 0, 4), ERRNO | errno.ENOSYS),
        ("readahead", (3, 0, 4096), ERRNO | errno.ENOSYS),
        ("mincore", (0, 4096, 0), ERRNO | errno.ENOSYS),
        ("cachestat", (3, 0, 0, 0), ERRNO | errno.ENOSYS),
        ("preadv2", (3, 0, 1, 0, 0, 0), ALLOW),
        ("preadv2", (3, 0, 1, 0, 0, 8), ERRNO | errno.EOPNOTSUPP),
        ("pwritev2", (3, 0, 1, 0, 0, 16), ERRNO | errno.EOPNOTSUPP),
        ("madvise", (0, 4096, 4), ALLOW),
        ("madvise", (0, 4096, 21), ERRNO | errno.EPERM),
        ("madvise", (0, 4096, 12), ERRNO | errno.EPERM),
        # A stall cannot be arranged.
        ("sched_setaffinity", (0, 8, 0), ERRNO | errno.EPERM),
        ("setpriority", (0, 0, 19), ERRNO | errno.EPERM),
        ("sysinfo", (0,), ERRNO | errno.ENOSYS),
        # Nothing is counted over the whole machine.
        ("setsid", (), ERRNO | 0),
        ("mmap", (0, 4096, 3, 0x22, ALL_BITS, 0), ALLOW),
        ("mmap", (0, 2 << 20, 3, 0x4_0022, ALL_BITS, 0), ERRNO | errno.EPERM),
        ("mmap", (0, 2 << 20, 3, 0x5404_0022, ALL_BITS, 0), ERRNO | errno.EPERM),
        ("memfd_create", (0, 1), ERRNO | errno.ENOSYS),
        # SO_ERROR, but not of another level; SO_REUSEADDR; SO_ATTACH_FILTER, SO_ATTACH_BPF, SO_MARK, SO_PRIORITY.
        ("getsockopt", (3, 1, 4), ALLOW),
        ("getsockopt", (3, 6, 4), ERRNO | errno.EOPNOTSUPP),
        ("getsockopt", (3, 1, 77), ERRNO | errno.EPERM),
        ("getsockopt", (3, 1, 59), ERRNO | errno.EPERM),
        ("setsockopt", (3, 1, 2), ALLOW),
        *(("setsockopt", (3, 1, option), ERRNO | errno.EPERM) for option in (12, 16, 26, 36, 50, 76)),
        ("read", (ALL_BITS, ALL_BITS), ALLOW),
    ],
)
def test_the_calls_that_matter(machine: str, name: str, arguments: tuple[int, ...], decided: int) -> None:
    number = seccomp.numbers(machine)[name]
    assert run(seccomp.bpf_program(machine=machine), number, ARCHITECTURES[machine][0], arguments) == decided


def test_the_dangerous_have_no_number_in_the_table() -> None:
    dangerous = {
        *("ptrace", "process_vm_readv", "process_vm_writev", "mount", "umount2", "unshare", "setns", "pivot_root"),
        *("bpf", "io_uring_setup", "userfaultfd", "perf_event_open", "keyctl", "add_key", "request_key", "flock"),
        *("init_module", "finit_module", "kexec_load", "open_by_handle_at", "memfd_secret", "inotify_init1"),
        *("sched_setattr", "sched_setscheduler", "sched_setparam", "ioprio_set"),
        *("fanotify_init", "shmget", "mq_open", "name_to_handle_at", "pidfd_getfd", "modify_ldt", "reboot"),
    }
    for machine in MACHINES:
        assert dangerous.isdisjoint(seccomp.numbers(machine))
    assert dangerous.isdisjoint(seccomp.allowed())


def test_the_program_fits_what_the_kernel_takes() -> None:
    for machine in MACHINES:
        assert len(seccomp.bpf_program(machine=machine)) // 8 <= 4096


def test_an_unknown_machine_is_named() -> None:
    with pytest.raises(seccomp.UnknownArchitecture, match="no system call numbers for sparc: there are x86_64"):
        seccomp.numbers("sparc")
