"""Reads its runtime again and again, evicted each time, so that others wait for the machine's disk."""

import os

from attacking import at_first
from covert import pages

TIMES = 4
FILES = 200
SIZE = 2


def attack():
    paths = pages.small(FILES, SIZE)
    for path in paths:
        pages.flush(path)
    before = from_the_disk()
    for _ in range(TIMES):
        for path in paths:
            with pages.opened(path) as file:
                pages.evict_file(file)
                while os.read(file, 1 << 16):
                    pass
    return {"megabytes": from_the_disk() - before >> 20}


def from_the_disk() -> int:
    """Bytes, as the kernel counts them for this process."""
    with open("/proc/self/io") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("read_bytes:"))


choose = at_first(attack)
