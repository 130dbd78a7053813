"""Takes every question and says nothing."""

import time

from wire import serve


def attack(wire, ask) -> None:
    time.sleep(600)


serve(attack)
