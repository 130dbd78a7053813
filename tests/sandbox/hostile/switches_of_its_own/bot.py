"""Writes into every file that the kernel has of it: its users, its memory, its name for auditors."""

import os

from attacking import at_first, outcome

MEANT = {
    "clear_refs",
    "comm",
    "coredump_filter",
    "make-it-fail",
    "mem",
    "oom_adj",
    "oom_score_adj",
    "sched",
    "timerslack_ns",
}


def attack():
    """All but those by which a process does nothing that it could not do anyway."""
    written = []
    for name in sorted(set(os.listdir("/proc/self")) - MEANT):
        path = f"/proc/self/{name}"
        if os.path.isfile(path) and outcome(write, path) == "done":
            written.append(name)
    return {"written": written}


def write(path) -> None:
    with open(path, "wb", buffering=0) as file:
        file.write(b"0 0 1")


choose = at_first(attack)
