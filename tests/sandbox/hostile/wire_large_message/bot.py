"""Answers with one message of 64 MB."""

from wire import DATA, frame, serve


def attack(wire, ask) -> None:
    wire.send(wire.headers(wire.play) if not wire.is_open else b"", frame(DATA, 0, wire.play, b"\0\x04\0\0\0"))
    wire.flood(frame(DATA, 0, wire.play, bytes(16_000)))


serve(attack)
