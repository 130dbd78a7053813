"""Sends its answer byte by byte, two a second."""

import time

from wire import DATA, answer, frame, message, serve


def attack(wire, ask) -> None:
    for byte in frame(DATA, 0, wire.play, message(answer(ask))):
        wire.send(bytes((byte,)))
        time.sleep(0.5)


serve(attack)
