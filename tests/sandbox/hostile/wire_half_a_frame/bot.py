"""Closes the connection in the middle of its answer."""

import time

from wire import DATA, answer, frame, message, serve


def attack(wire, ask) -> None:
    wire.send(frame(DATA, 0, wire.play, message(answer(ask)))[:-2])
    wire.connection.close()
    time.sleep(600)


serve(attack)
