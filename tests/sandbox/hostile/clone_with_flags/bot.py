"""Makes a process with namespaces of its own by a call that is on the list."""

import ctypes
import os

from attacking import at_first

NEW_USER = 0x1000_0000


def attack():
    libc = ctypes.CDLL(None, use_errno=True)
    child = libc.syscall(56, NEW_USER | 17, 0, 0, 0, 0)
    if child == 0:
        os._exit(0)
    return {"clone": "done" if child > 0 else "EPERM" if ctypes.get_errno() == 1 else str(ctypes.get_errno())}


choose = at_first(attack)
