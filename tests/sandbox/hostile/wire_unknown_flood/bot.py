"""Sends frames of a kind that nobody knows, without an end."""

from wire import frame, serve


def attack(wire, ask) -> None:
    wire.flood(frame(0xEE, 0, 0, bytes(100)))


serve(attack)
