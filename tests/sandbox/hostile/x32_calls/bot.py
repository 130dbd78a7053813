"""Makes a system call with the bit of the x32 numbers."""

import os

from attacking import at_first, called


def attack():
    child = os.fork()
    if child == 0:
        called(0x40000000 | 39)
        os._exit(0)
    return {"signal": os.waitpid(child, 0)[1] & 0x7F}


choose = at_first(attack)
