"""Looks through /proc for processes, and what they were called with."""

import os

from attacking import at_first


def attack():
    numbers = [name for name in os.listdir("/proc") if name.isdigit()]
    seen = b""
    for number in numbers:
        try:
            with open(f"/proc/{number}/cmdline", "rb") as file:
                seen += file.read()
        except OSError:
            pass
    return {"processes": len(numbers), "neighbour": b"a-neighbour-of-the-box" in seen}


choose = at_first(attack)
