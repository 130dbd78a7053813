"""Writes to its log without end, from a thread of its own."""

import sys
import threading
import time


def choose(ask):
    ask.note(attack())
    return 0


def attack():
    def forever() -> None:
        line = "x" * 1000
        while True:
            print(line, file=sys.stderr)

    print("the very first line", file=sys.stderr)
    threading.Thread(target=forever, daemon=True).start()
    time.sleep(1)
    return "flooded"
