"""Says a word of random bits to a neighbour, again and again, by what it writes into its own folder in memory."""

import os
import threading
import time

SLOT = 0.05
LEVEL = 3 << 20

with open("told/bits") as file:
    BITS = file.read()


def speak() -> None:
    memory = os.open("/dev/shm/level", os.O_RDWR | os.O_CREAT)
    said = "0"
    while True:
        bit = BITS[int(time.monotonic() / SLOT) % len(BITS)]
        if bit != said:
            os.ftruncate(memory, 0)
            if bit == "1":
                os.posix_fallocate(memory, 0, LEVEL)
            said = bit
        time.sleep(SLOT / 10)


threading.Thread(target=speak, daemon=True).start()


def choose(ask):
    return 0
