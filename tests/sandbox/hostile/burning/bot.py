"""Keeps every core busy with eight processes."""

import os
import time

from attacking import at_first


def attack():
    children = []
    until = time.monotonic() + 1.2
    for _ in range(8):
        child = os.fork()
        if child == 0:
            while time.monotonic() < until:
                pass
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    return {"burnt": len(children)}


choose = at_first(attack)
