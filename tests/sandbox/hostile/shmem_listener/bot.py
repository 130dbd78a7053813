"""Hears what a bot at the same table says by how much memory it uses: the sum for the whole machine is told."""

import ctypes
import statistics
import time

from attacking import at_first

SLOT = 0.05
BITS = 64
ROUNDS = 4
LEVEL = 3072
NEAR = 8
"""Slots before and after one, which tell what the rest of the machine uses."""


def attack():
    return {"heard": decoded(listened(of_meminfo if of_meminfo() else of_sysinfo))}


def of_meminfo() -> int:
    try:
        with open("/proc/meminfo") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("Shmem:"))
    except (OSError, StopIteration):
        return 0


def of_sysinfo() -> int:
    """sharedram: after uptime, three loads, and total and free memory."""
    told = (ctypes.c_ulong * 64)()
    ctypes.CDLL(None).sysinfo(told)
    return told[6] // 1024


def listened(level):
    """The first slot, and the level of each in its second half; None of one that was missed."""
    begin = int(time.monotonic() / SLOT) + 1
    samples = [[] for _ in range(ROUNDS * BITS)]
    while (slot := (now := time.monotonic() / SLOT) - begin) < len(samples):
        if slot >= 0 and now % 1 > 0.5:
            samples[int(slot)].append(level())
        time.sleep(SLOT / 20)
    return begin, [statistics.median(each) if each else None for each in samples]


def decoded(heard) -> str:
    """The word from its first bit: whether each slot is above those around it, on the whole of all rounds."""
    begin, levels = heard
    above = [0.0] * BITS
    for slot, level in enumerate(levels):
        if level is not None:
            near = [other for other in levels[max(0, slot - NEAR) : slot + NEAR + 1] if other is not None]
            # What else is used on the machine goes up and down by more than what is said.
            above[(begin + slot) % BITS] += max(-LEVEL, min(LEVEL, level - statistics.mean(near)))
    return "".join("1" if each > 0 else "0" for each in above)


choose = at_first(attack)
