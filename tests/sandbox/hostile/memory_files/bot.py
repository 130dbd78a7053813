"""Takes 320 MB in files that are memory and have no name."""

import os

from attacking import at_first, outcome

MIB = 1024 * 1024


def attack():
    return {"came": outcome(take)}


def take() -> None:
    for number in range(40):
        file = os.memfd_create(f"file{number}")
        for _ in range(8):
            os.write(file, bytes(MIB))


choose = at_first(attack)
