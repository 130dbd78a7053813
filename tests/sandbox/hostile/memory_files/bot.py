"""Takes 320 MB in files that are memory and have no name."""

import os

from attacking import at_first

MIB = 1024 * 1024


def attack():
    taken = 0
    for number in range(40):
        file = os.memfd_create(f"file{number}")
        for _ in range(8):
            taken += os.write(file, bytes(MIB))
    return {"taken": taken // MIB}


choose = at_first(attack)
