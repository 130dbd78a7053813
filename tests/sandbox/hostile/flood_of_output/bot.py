"""Writes to its log without end, from a thread of its own."""

import os
import threading
import time

from attacking import at_first

written = 0


def attack():
    threading.Thread(target=flood, daemon=True).start()
    time.sleep(1)
    # A second is little on a busy machine.
    while written < 300_000:
        time.sleep(0.01)
    return {"written": written}


def flood() -> None:
    global written
    while True:
        written += os.write(2, b"x" * 999 + b"\n")


choose = at_first(attack)
