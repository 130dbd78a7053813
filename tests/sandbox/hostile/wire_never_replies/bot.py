"""Takes every question and says nothing."""

import time

from wire import serve


def attack(wire, ask):
    time.sleep(600)


serve(attack)
