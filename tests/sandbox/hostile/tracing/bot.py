"""Traces, reads and writes the memory of other processes, and takes their descriptors."""

import os

from attacking import at_first, called

CALLS = {
    "ptrace": (101, 16, os.getppid(), 0, 0),
    "process_vm_readv": (310, os.getpid(), 0, 0, 0, 0, 0),
    "process_vm_writev": (311, os.getpid(), 0, 0, 0, 0, 0),
    "pidfd_open": (434, os.getpid(), 0),
    "pidfd_getfd": (438, 0, 0, 0),
    "kcmp": (312, os.getpid(), os.getpid(), 0, 0, 0),
    "process_madvise": (440, 0, 0, 0, 0, 0),
}


def attack():
    return {name: called(*call) for name, call in CALLS.items()}


choose = at_first(attack)
