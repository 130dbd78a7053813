"""Looks at every descriptor that it was born with."""

import os
import stat

from attacking import at_first

OURS = ("/dev/null", "/proc/", "/run/athanor", "pipe:", "socket:", "anon_inode:")


def attack():
    foreign = []
    for name in os.listdir("/proc/self/fd"):
        try:
            # A pipe may have a name elsewhere; what it is says its kind.
            is_pipe = stat.S_ISFIFO(os.stat(f"/proc/self/fd/{name}").st_mode)
            leads = "pipe:" if is_pipe else os.readlink(f"/proc/self/fd/{name}")
        except OSError:
            continue
        if not leads.startswith(OURS):
            foreign.append(leads)
    return {"foreign": foreign}


choose = at_first(attack)
