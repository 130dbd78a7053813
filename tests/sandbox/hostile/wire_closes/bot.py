"""Closes the connection in the middle of a match."""

import time

from wire import serve


def attack(wire, ask) -> None:
    wire.connection.close()
    time.sleep(600)


serve(attack)
