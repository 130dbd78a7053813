"""Asks for numbers that the kernel gives out, and pages that it has, for all boxes of the machine together."""

import ctypes
import mmap
import os

from attacking import at_first, called

CLONE, MMAP = 56, 9
PIDFD = 0x1000
SIZE, READ, PRIVATE_ANONYMOUS, HUGE = 2 << 20, 1, 0x22, 0x4_0000


def attack():
    page = mmap.mmap(-1, mmap.PAGESIZE)
    return {
        "handle": handle(),
        "session": session(),
        "huge_page": called(MMAP, 0, SIZE, READ, PRIVATE_ANONYMOUS | HUGE, -1, 0),
        "page": "done" if len(page) else "",
    }


def handle() -> str:
    """On a process that it starts: the handle's inode counts those of the machine."""
    libc = ctypes.CDLL(None, use_errno=True)
    given = ctypes.c_int(-1)
    child = libc.syscall(CLONE, PIDFD | 17, 0, ctypes.byref(given), 0, 0)
    if child == 0:
        os._exit(0)
    if child > 0:
        os.waitpid(child, 0)
        return "done"
    return "EPERM" if ctypes.get_errno() == 1 else str(ctypes.get_errno())


def session() -> str:
    """Of a process that asks for one of its own: /proc/self/autogroup numbers those of the machine."""
    child = os.fork()
    if child == 0:
        os.setsid()
        os._exit(os.getsid(0) == os.getpid())
    return "its own" if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) else "as before"


choose = at_first(attack)
