"""Has its own processes keep it from the one processor that they all chose, as if the machine had."""

import os
import signal
import time

from attacking import at_first

CHILDREN = 30


def attack():
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    children = [burning() for _ in range(CHILDREN)]
    until = time.monotonic() + 5
    while time.monotonic() < until:
        pass
    for child in children:
        os.kill(child, signal.SIGKILL)
    return {}


def burning():
    child = os.fork()
    while child == 0:
        pass
    return child


choose = at_first(attack)
