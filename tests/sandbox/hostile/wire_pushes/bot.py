"""Promises an answer to what nobody asked."""

from wire import END_HEADERS, PUSH_PROMISE, frame, serve


def attack(wire, ask) -> None:
    wire.send(frame(PUSH_PROMISE, END_HEADERS, wire.play, b"\0\0\0\x02\x82\x84"))


serve(attack)
