"""Asks how busy the machine is, how much of its memory is free and shared, and how many processes there are."""

import ctypes
import os

from attacking import at_first, called

SYSINFO = 99


def attack():
    told = ctypes.create_string_buffer(512)
    return {"sysinfo": called(SYSINFO, ctypes.addressof(told)), "load": load(), "changed": any(told.raw)}


def load() -> str:
    try:
        return "known" if any(os.getloadavg()) else "zero"
    except OSError:
        return "unknown"


choose = at_first(attack)
