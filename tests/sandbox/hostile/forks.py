"""Forks as often as it can, with children that stay."""

import os
import time


def choose(ask):
    ask.note(attack())
    return 0


def attack():
    children = 0
    for _ in range(1000):
        try:
            if os.fork() == 0:
                time.sleep(600)
                os._exit(0)
            children += 1
        except OSError as error:
            return f"{children} {error.strerror}"
    return f"{children} and no end"
