"""Removes its socket, puts others and links in its place, and takes its folder's rights away."""

import os
import socket

from attacking import at_first, outcome

kept = []


def attack():
    path = os.environ["ATHANOR_SOCKET"]
    removed = outcome(os.unlink, path)
    other = socket.socket(socket.AF_UNIX)
    other.bind(path)
    other.listen()
    kept.append(other)
    os.rename(path, f"{path}.old")
    os.symlink("/proc/self/fd/0", path)
    os.chmod(os.path.dirname(path), 0)
    return {"removed": removed}


choose = at_first(attack)
