"""Takes 320 MB that it shares with a child, so that they are nobody's own."""

import mmap
import os
import time

from attacking import at_first, until_looked_at

MIB = 1024 * 1024


def attack():
    if os.fork() == 0:
        time.sleep(60)
        os._exit(0)
    taken = []
    for _ in range(40):
        taken.append(mmap.mmap(-1, 8 * MIB))
        taken[-1].write(b"x" * (8 * MIB))
    until_looked_at()
    return {"taken": 8 * len(taken)}


choose = at_first(attack)
