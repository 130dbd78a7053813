"""Who waits at which word of a file that both boxes have mapped: whoever wakes them is told how many there were.

A byte is a thread that waits at one of 256 words.
"""

from __future__ import annotations

import ctypes
import platform
import threading
import time
from functools import cache

from . import pages

FUTEX = {"x86_64": 202, "aarch64": 98}[platform.machine()]
WAIT, WAKE, REQUEUE = 0, 1, 3
BITS, VALUES, WORD = 8, 256, 4
LENGTH = 32 * VALUES * WORD + pages.PAGE
"""Of the map: for 32 bytes at a time, as a box may have so many threads more; and a word where all gather."""
waiting: list[tuple[threading.Thread, int]] = []


@cache
def gathering() -> int:
    return pages.mapped(next(iter(pages.files())), LENGTH)


def word(place: int, value: int) -> int:
    return gathering() + pages.PAGE + (place * VALUES + value) * WORD


def futex(address: int, *arguments: object) -> int:
    return int(pages.libc.syscall(FUTEX, ctypes.c_void_p(address), *arguments))


def wait(bits: str) -> None:
    while waiting:
        thread, address = waiting.pop()
        futex(address, WAKE, 1, None, None, 0)
        thread.join()
    told = ctypes.c_uint32.from_address(gathering()).value
    for place in range(len(bits) // BITS):
        thread = threading.Thread(target=futex, args=(gathering(), WAIT, told, None, None, 0), daemon=True)
        thread.start()
        address = word(place, int(bits[place * BITS :][:BITS], 2))
        # Once it waits it is sent on to the word that means its byte.
        while not futex(gathering(), REQUEUE, 0, 1, ctypes.c_void_p(address), 0):
            time.sleep(0)
        waiting.append((thread, address))


def woken(number: int) -> str:
    return "".join(format(value_at(place), f"0{BITS}b") for place in range(number // BITS))


def value_at(place: int) -> int:
    return next((value for value in range(VALUES) if futex(word(place, value), WAKE, 1, None, None, 0) > 0), 0)


CHANNELS = {"who waits at a word of a file": (wait, woken)}
