"""Looks at all there is to see: files, processes, environment, descriptors."""

import os
import stat


def choose(ask):
    ask.note(attack())
    return 0


def attack():
    seen = {
        "root": sorted(os.listdir("/")),
        "processes": sorted(int(name) for name in os.listdir("/proc") if name.isdigit()),
        "environment": sorted(os.environ),
        "first": [],
        "descriptors": [],
        "hidden": [
            path
            for path in ("/root", "/home", "/work", "/var", "/etc/shadow", "/etc/machine-id")
            if os.path.exists(path)
        ],
        "devices": sorted(os.listdir("/dev")),
        "uid": os.getuid(),
        "groups": os.getgroups(),
    }
    for pid in seen["processes"]:
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                seen["first"] += [item.split(b"=")[0].decode() for item in file.read().split(b"\0") if item]
        except OSError:
            pass
    for descriptor in os.listdir("/proc/self/fd"):
        try:
            is_pipe = stat.S_ISFIFO(os.fstat(int(descriptor)).st_mode)
            seen["descriptors"].append("pipe" if is_pipe else os.readlink(f"/proc/self/fd/{descriptor}"))
        except OSError:
            pass
    return repr(seen)
