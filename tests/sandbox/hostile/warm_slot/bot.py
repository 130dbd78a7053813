"""Looks, in a slot that stood before it came, for a way back to who filled it and for what others left."""

import os
import sys

from attacking import at_first

FOLDERS = ("/tmp", "/dev/shm", "/run/athanor")


def attack():
    lines = []
    for name in os.listdir("/proc/self/fd"):
        try:
            leads = os.readlink(f"/proc/self/fd/{name}")
        except OSError:
            continue
        if "control" in leads or "memfd" in leads or leads.startswith(("/bot", "/tmp")):
            lines.append(leads)
    return {
        "control": os.path.exists("/run/athanor/control.sock"),
        "lines": lines,
        "processes": sum(name.isdigit() for name in os.listdir("/proc")),
        "left": sorted(name for folder in FOLDERS for name in os.listdir(folder) if name != "bot.sock"),
        "words": [word for word in sys.orig_argv if "control" in word],
    }


choose = at_first(attack)
