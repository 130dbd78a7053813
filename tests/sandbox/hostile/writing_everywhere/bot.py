"""Writes wherever it has no business to, and takes back what it could."""

import os

from attacking import at_first

FOLDERS = ("/", "/bot/", "/usr/", "/usr/lib/athanor/", "/etc/", "/run/", "/mnt/", "/dev/", "/sys/fs/cgroup/")
FILES = ("/proc/sys/kernel/core_pattern", "/proc/sys/vm/drop_caches", "/etc/passwd", "/usr/bin/python3")


def attack():
    written = []
    for path in (f"{folder}athanor-hostile" for folder in FOLDERS):
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            os.unlink(path)
            written.append(path)
        except OSError:
            pass
    for path in FILES:
        try:
            os.close(os.open(path, os.O_WRONLY))
            written.append(path)
        except OSError:
            pass
    return {"written": written}


choose = at_first(attack)
