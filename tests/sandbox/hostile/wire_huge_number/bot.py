"""Writes a header whose length has no end."""

from wire import END_HEADERS, END_STREAM, HEADERS, frame, serve


def attack(wire, ask) -> None:
    wire.send(frame(HEADERS, END_HEADERS | END_STREAM, wire.play, b"\0\x7f" + b"\xff" * 4_000))


serve(attack)
