"""Looks at every descriptor that it was born with."""

import os

from attacking import at_first

OURS = ("/dev/null", "/proc/", "/run/athanor", "pipe:", "socket:", "anon_inode:")


def attack():
    foreign = []
    for name in os.listdir("/proc/self/fd"):
        try:
            leads = os.readlink(f"/proc/self/fd/{name}")
        except OSError:
            continue
        if not leads.startswith(OURS):
            foreign.append(leads)
    return {"foreign": foreign}


choose = at_first(attack)
