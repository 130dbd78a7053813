"""Sets the times of devices, and of what covers hidden files, for whoever plays here next to read."""

import os

from attacking import at_first

PATHS = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/proc/kallsyms", "/proc/zoneinfo")


def attack():
    own = os.stat("/dev").st_dev
    left = []
    for path in PATHS:
        try:
            os.utime(path)
        except OSError:
            continue
        # What lies on a file system of this box alone ends with it.
        if os.stat(path).st_dev != own:
            left.append(path)
    with open("/dev/null", "w") as nowhere:
        nowhere.write("still taken")
    return {"left": left}


choose = at_first(attack)
