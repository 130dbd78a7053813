"""Writes headers by a table that was never agreed on."""

from wire import END_HEADERS, END_STREAM, HEADERS, frame, serve


def attack(wire, ask) -> None:
    wire.send(frame(HEADERS, END_HEADERS | END_STREAM, wire.play, b"\x3f\xe1\x1f\xbe"))


serve(attack)
