"""Takes 320 MB, with itself closed to everybody who would look at its memory."""

import ctypes

from attacking import at_first, until_looked_at

PR_SET_DUMPABLE = 4
MIB = 1024 * 1024


def attack():
    closed = ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    taken = []
    for _ in range(40):
        taken.append(b"x" * (8 * MIB))
    until_looked_at()
    return {"closed": closed, "taken": 8 * len(taken)}


choose = at_first(attack)
