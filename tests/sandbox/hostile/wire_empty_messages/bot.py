"""Answers with messages of no bytes, without an end."""

from wire import DATA, frame, message, serve


def attack(wire, ask) -> None:
    wire.flood(frame(DATA, 0, wire.play, message(b"") * 100))


serve(attack)
