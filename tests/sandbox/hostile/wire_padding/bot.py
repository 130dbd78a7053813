"""Sends frames that are all padding."""

from wire import DATA, PADDED, frame, serve


def attack(wire, ask) -> None:
    wire.send(frame(DATA, PADDED, wire.play, b"\xff" * 200))


serve(attack)
