"""Thinks for more than half a second of processor time."""

import time

from attacking import at_first


def attack():
    began = time.process_time()
    while time.process_time() - began < 0.6:
        pass
    return {}


choose = at_first(attack)
