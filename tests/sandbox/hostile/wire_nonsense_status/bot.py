"""Ends its stream with a status that is no number."""

from wire import serve


def attack(wire, ask) -> None:
    wire.end(None, b"\xff-1e9")


serve(attack)
