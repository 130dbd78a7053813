"""Writes to its log without end, from a thread of its own."""

import os
import threading
import time

from attacking import at_first

written = 0


def attack():
    threading.Thread(target=flood, daemon=True).start()
    time.sleep(1)
    return {"written": written}


def flood() -> None:
    global written
    while True:
        written += os.write(2, b"x" * 999 + b"\n")


choose = at_first(attack)
