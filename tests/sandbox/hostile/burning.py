"""Burns half a second of processor time."""

import time


def choose(ask):
    ask.note(attack())
    return 0


def attack():
    began = time.process_time()
    while time.process_time() - began < 0.5:
        pass
    return "burnt"
