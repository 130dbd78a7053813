"""Tells what it finds itself to be."""

import json
import os


def choose(ask):
    ask.note(json.dumps({"status": status(), "limits": limits(), "namespaces": namespaces(), "mounts": mounts()}))
    return 0


def status():
    names = ("Seccomp", "NoNewPrivs", "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "Uid", "Groups")
    with open("/proc/self/status") as file:
        told = dict(line.split(":\t", 1) for line in file.read().splitlines())
    return {name: told[name] for name in names}


def limits():
    with open("/proc/self/limits") as file:
        return {line[:26].strip(): line[26:47].strip() for line in file.readlines()[1:]}


def namespaces():
    return {
        name: os.readlink(f"/proc/self/ns/{name}")
        for name in ("pid", "net", "ipc", "uts", "mnt", "cgroup", "user")
    }


def mounts():
    found = {}
    with open("/proc/self/mounts") as file:
        for line in file:
            path, flags = line.split(" ")[1], line.split(" ")[3].split(",")
            held = os.statvfs(path) if os.path.isdir(path) else None
            found[path] = {
                "flags": [flag for flag in flags if "=" not in flag],
                "files": held.f_files if held else 0,
                "writable": os.path.isdir(path) and os.access(path, os.W_OK),
            }
    return {path: mount for path, mount in found.items() if not path.startswith("/proc/")}
