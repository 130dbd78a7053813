"""Takes the connection and says nothing."""

import time

from wire import serve


def attack(wire) -> None:
    time.sleep(600)


serve(at_start=attack)
