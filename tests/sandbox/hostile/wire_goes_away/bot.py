"""Says that it goes away, with a reason of its own."""

from wire import GOAWAY, frame, serve


def attack(wire, ask) -> None:
    wire.send(frame(GOAWAY, 0, 0, bytes(4) + b"\0\0\0\x0b" + b"tired of \x1b[31mthis" + b"!" * 9_000))


serve(attack)
