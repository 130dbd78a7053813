"""Has every one of its own calls looked at by filters that it brings, and takes the notes of them."""

import ctypes

from attacking import at_first, called

SECCOMP, PRCTL = 317, 157
SET_FILTER, LISTENER = 1, 8


def attack():
    allow = ctypes.c_uint64(0x7FFF_0000_0000_0006)
    program = (ctypes.c_uint64 * 2)(1, ctypes.addressof(allow))
    return {
        "filter": called(SECCOMP, SET_FILTER, 0, ctypes.addressof(program)),
        "listener": called(SECCOMP, SET_FILTER, LISTENER, ctypes.addressof(program)),
        "old": called(PRCTL, 22, 2, ctypes.addressof(program)),
    }


choose = at_first(attack)
