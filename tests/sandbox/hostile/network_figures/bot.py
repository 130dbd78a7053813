"""Reads what /proc/net adds up over all networks of the machine: its traffic, the memory of its connections."""

import os

from attacking import at_first

MACHINES = ("softnet_stat", "sockstat", "protocols", "netstat", "stat", "ptype")


def attack():
    return {"told": [name for name in MACHINES if says_something(f"/proc/self/net/{name}")]}


def says_something(path) -> bool:
    try:
        if os.path.isdir(path):
            return bool(os.listdir(path))
        with open(path, "rb") as file:
            return bool(file.read(4096))
    except OSError:
        return False


choose = at_first(attack)
