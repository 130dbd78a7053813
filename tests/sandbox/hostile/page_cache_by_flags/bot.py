"""Asks which pages of a file that other boxes read too are in memory, and loads and evicts them."""

import ctypes
import mmap
import os

from attacking import at_first, called, outcome

FADVISE, READAHEAD, MINCORE, CACHESTAT, MADVISE = 221, 187, 27, 451, 28
PAGEOUT, MERGEABLE, POPULATE_READ = 21, 12, 22
PAGE = 4096


def attack():
    shared = os.open(os.__file__, os.O_RDONLY)
    memory = mmap.mmap(shared, PAGE, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE)
    place = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    into = ctypes.addressof(RESULT)
    return {
        "evicts": called(FADVISE, shared, 0, PAGE, os.POSIX_FADV_DONTNEED),
        "loads": called(READAHEAD, shared, 0, PAGE),
        "asks": called(MINCORE, place, PAGE, into),
        "counts": called(CACHESTAT, shared, into, into, 0),
        "reads": outcome(os.preadv, shared, [bytearray(PAGE)], 0, os.RWF_NOWAIT),
        "advises": called(MADVISE, place, PAGE, PAGEOUT),
        "fills": called(MADVISE, place, PAGE, POPULATE_READ),
        "merges": called(MADVISE, place, PAGE, MERGEABLE),
    }


RESULT = ctypes.create_string_buffer(PAGE)
choose = at_first(attack)
