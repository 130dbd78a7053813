"""Sends what is no frame in the middle of a match."""

from wire import serve


def attack(wire, ask) -> None:
    wire.send(b"\xff" * 100_000)


serve(attack)
