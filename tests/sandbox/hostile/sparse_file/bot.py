"""Asks for the room of a gigabyte in one call."""

import os
import signal

from attacking import at_first, outcome


def attack():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    file = os.open("/tmp/sparse", os.O_RDWR | os.O_CREAT)
    why = outcome(os.posix_fallocate, file, 0, 1 << 30)
    os.ftruncate(file, 0)
    return {"why": why}


choose = at_first(attack)
