"""Lets us send more than two gigabytes."""

from wire import WINDOW_UPDATE, frame, serve


def attack(wire, ask) -> None:
    wire.send(frame(WINDOW_UPDATE, 0, 0, b"\x7f\xff\xff\xff"))


serve(attack)
