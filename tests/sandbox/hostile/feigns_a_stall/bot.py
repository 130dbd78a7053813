"""Has its own processes keep it from its processor, which all of them try to choose, as if the machine had."""

import os
import signal
import time

from attacking import at_first, outcome

CHILDREN = 30


def attack():
    pinned = outcome(os.sched_setaffinity, 0, {min(os.sched_getaffinity(0))})
    children = [burning() for _ in range(CHILDREN)]
    until = time.monotonic() + 5
    while time.monotonic() < until:
        pass
    for child in children:
        os.kill(child, signal.SIGKILL)
    return {"pinned": pinned}


def burning():
    child = os.fork()
    while child == 0:
        pass
    return child


choose = at_first(attack)
