"""The guard's own walls, which it puts around itself before it hears a word of the bot's.

All that it needs afterwards is to read, to write and to wait, on descriptors that it has.
"""

import ctypes
import os
import resource

from athanor_contract.limits import server as limits
from sandbox.guard.ending import OURS, Ended

UID = 19_999
"""Where root starts it: nobody's, and below those of the boxes."""
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 4, 22, 38
SECCOMP_MODE_FILTER = 2
INSTRUCTION = 8
SIGKILL = 9


class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def stand(calls: bytes, parent: int) -> None:
    """`calls` is the BPF program of the calls that it may make; shorter than one instruction: there is none
    for this machine."""
    control = ctypes.CDLL(None, use_errno=True).prctl
    _control(control, PR_SET_PDEATHSIG, SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
    for kind, bound, more in (
        (resource.RLIMIT_AS, limits.MEMORY, 0),
        # The kernel says so a second before it kills: by that the end is known for what it was.
        (resource.RLIMIT_CPU, limits.CPU_SECONDS, 1),
        (resource.RLIMIT_NOFILE, limits.OPEN_FILES, 0),
        (resource.RLIMIT_FSIZE, 0, 0),
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_MEMLOCK, 0, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        most = bound + more if hard == resource.RLIM_INFINITY else min(bound + more, hard)
        resource.setrlimit(kind, (min(bound, most), most))
    if os.geteuid() == 0:
        _become(UID)
    # The kernel forgets both at a change of user.
    _control(control, PR_SET_PDEATHSIG, SIGKILL)
    _control(control, PR_SET_DUMPABLE, 0)
    _control(control, PR_SET_NO_NEW_PRIVS, 1)
    if len(calls) >= INSTRUCTION:
        program = Program(len(calls) // INSTRUCTION, calls)
        _control(control, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.byref(program))


def _become(uid: int) -> None:
    try:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    except OSError as error:
        # Root of a user namespace that has no second user: the other walls stand.
        if error.errno not in (1, 22):
            raise


def _control(control: "ctypes._NamedFuncPointer", option: int, *arguments: object) -> None:
    words = [argument if not isinstance(argument, int) else ctypes.c_ulong(argument) for argument in arguments]
    words += [ctypes.c_ulong(0)] * (4 - len(words))
    if control(option, *words) != 0:
        raise Ended(OURS, f"the guard's walls do not stand: prctl {option}: {os.strerror(ctypes.get_errno())}")
