"""Leaves processes behind that ignore every signal."""

import os
import signal
import time


def choose(ask):
    ask.note(attack())
    return 0


def attack():
    for _ in range(5):
        if os.fork() == 0:
            os.setsid()
            for number in range(1, 32):
                try:
                    signal.signal(number, signal.SIG_IGN)
                except OSError:
                    pass
            if os.fork() == 0:
                time.sleep(600)
            os._exit(0)
    return "left"
