"""Ends its stream in good order in the middle of a match."""

from wire import serve


def attack(wire, ask) -> None:
    wire.end()


serve(attack)
