"""Maps a terabyte that it does not touch, and takes 320 MB that it does."""

import mmap

from attacking import at_first

MIB = 1024 * 1024
NO_RESERVE = 0x4000


def attack():
    mmap.mmap(-1, 1024 * 1024 * MIB, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE)
    taken = [bytearray(b"x") * (8 * MIB) for _ in range(40)]
    return {"taken": 8 * len(taken)}


choose = at_first(attack)
