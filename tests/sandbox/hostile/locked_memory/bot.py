"""Locks memory, so that the machine cannot take it back."""

import ctypes
import errno
import mmap

from attacking import at_first

SIZE = 1024 * 1024


def attack():
    memory = mmap.mmap(-1, SIZE)
    libc = ctypes.CDLL(None, use_errno=True)
    place = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    done = libc.mlock(ctypes.c_void_p(place), ctypes.c_size_t(SIZE)) == 0
    return {"why": "done" if done else errno.errorcode[ctypes.get_errno()]}


choose = at_first(attack)
