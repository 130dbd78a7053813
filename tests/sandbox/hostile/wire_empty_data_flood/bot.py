"""Sends empty DATA frames without an end."""

from wire import DATA, frame, serve


def attack(wire, ask) -> None:
    wire.flood(frame(DATA, 0, wire.play))


serve(attack)
