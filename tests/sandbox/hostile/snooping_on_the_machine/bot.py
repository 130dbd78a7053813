"""Reads the machine's own figures: how it was started, how busy it is, which start this is."""

import os
import time

from attacking import at_first

CONSTANT = {"meminfo", "stat", "cpuinfo", "uptime", "loadavg", "version"}
ABOVE = tuple(
    f"/proc/sys/{name}" for name in ("fs/file-nr", "fs/inode-nr", "fs/dentry-state", "kernel/random/boot_id")
)
WHILE = 1.5


def attack():
    names = [name for name in os.listdir("/proc") if not name.isdigit() and not os.path.islink(f"/proc/{name}")]
    paths = [*(f"/proc/{name}" for name in names if name not in CONSTANT), *ABOVE]
    first = figures()
    busy_for_a_while()
    second = figures()
    return {
        "told": [path for path in paths if says_something(path)],
        "moved": [name for name in first if first[name] != second[name]],
    }


def says_something(path) -> bool:
    try:
        if os.path.isdir(path):
            return bool(os.listdir(path))
        with open(path, "rb") as file:
            return bool(file.read(4096))
    except OSError:
        return False


def figures():
    found = {}
    for name in sorted(CONSTANT):
        with open(f"/proc/{name}", "rb") as file:
            found[name] = file.read()
    return found


def busy_for_a_while() -> None:
    until = time.monotonic() + WHILE
    while time.monotonic() < until:
        pass


choose = at_first(attack)
