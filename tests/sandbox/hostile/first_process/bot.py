"""Looks whether any process of its box has more rights than it has itself: it could write into its memory."""

import os

from attacking import at_first

FIELDS = ("Seccomp", "NoNewPrivs", "CapEff", "CapPrm", "CapBnd")


def attack():
    seen = {name: set() for name in (*FIELDS, "files")}
    for number in filter(str.isdigit, os.listdir("/proc")):
        with open(f"/proc/{number}/status") as file:
            told = dict(line.split(":\t", 1) for line in file.read().splitlines())
        for name in FIELDS:
            seen[name].add(told[name].strip("0") or "0")
        with open(f"/proc/{number}/limits") as file:
            (line,) = (line for line in file if line.startswith("Max open files"))
        seen["files"].add(line.split()[4])
    return {name.lower(): sorted(values) for name, values in seen.items()}


choose = at_first(attack)
