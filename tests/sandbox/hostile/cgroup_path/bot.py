"""Reads where in the machine's cgroups it is."""

from attacking import at_first


def attack():
    with open("/proc/self/cgroup") as file:
        paths = {line.rstrip("\n").split(":", 2)[2] for line in file}
    return {"shown": sorted(path for path in paths if path.strip("/"))}


choose = at_first(attack)
