"""Sends 4,000 headers of two bytes."""

from wire import END_HEADERS, END_STREAM, HEADERS, frame, serve


def attack(wire, ask) -> None:
    wire.send(frame(HEADERS, END_HEADERS | END_STREAM, wire.play, b"\x88" * 4_000))


serve(attack)
