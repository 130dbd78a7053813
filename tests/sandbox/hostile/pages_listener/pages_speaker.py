"""Says a word of random bits to a neighbour, again and again, by the files that it reads and evicts."""

import os
import threading
import time

from covert import pages

PAUSE = 0.005


def say() -> None:
    for path, bit in zip(FILES, BITS, strict=True):
        with pages.opened(path) as file:
            if bit == "1":
                os.pread(file, 1, 0)
            else:
                pages.evict_file(file)


def speak() -> None:
    while True:
        say()
        time.sleep(PAUSE)


with open("told/bits") as told:
    BITS = told.read()
FILES = pages.small(len(BITS))
for path in FILES:
    pages.flush(path)
say()
threading.Thread(target=speak, daemon=True).start()


def choose(ask):
    return 0
