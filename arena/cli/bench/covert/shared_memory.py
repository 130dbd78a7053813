"""How much memory the whole machine shares, which is told as one figure: four bits by how much it changes."""

from __future__ import annotations

import ctypes
import os
from functools import cache
from pathlib import Path

BITS = 4
LEVELS = 1 << BITS
STEP = 1 << 20
"""The kernel adds up what its processors counted only when it is more than some hundred kilobytes."""


@cache
def file() -> int:
    return os.open("/tmp/level", os.O_RDWR | os.O_CREAT)


level = 0


def change(bits: str) -> None:
    global level
    level = (level + int(bits, 2)) % LEVELS
    os.ftruncate(file(), min(os.fstat(file()).st_size, level * STEP))
    if level:
        os.posix_fallocate(file(), 0, level * STEP)


def shared() -> int:
    """Bytes, by /proc/meminfo or by sysinfo; 0 where neither tells."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        told = next((int(line.split()[1]) for line in lines if line.startswith("Shmem:")), 0)
    except OSError:
        told = 0
    return told * 1024 or by_call()


def by_call() -> int:
    """`sharedram` stands after the uptime, three loads, and all and free memory."""
    told = (ctypes.c_ulong * 64)()
    ctypes.CDLL(None).sysinfo(told)
    return int(told[6])


last = shared()


def changed(number: int) -> str:
    global last
    before, last = last, shared()
    return format(round((last - before) / STEP) % LEVELS, f"0{BITS}b")[-number:]


CHANNELS = {"how much memory is shared": (change, changed)}
