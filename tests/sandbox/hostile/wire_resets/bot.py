"""Resets the call it plays on."""

from wire import RST_STREAM, frame, serve


def attack(wire, ask) -> None:
    wire.send(frame(RST_STREAM, 0, wire.play, b"\0\0\0\x02"))


serve(attack)
