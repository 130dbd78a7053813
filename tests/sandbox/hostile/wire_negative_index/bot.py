"""Answers with an index below all others, and beyond all others."""

from wire import number, serve


def attack(wire, ask) -> None:
    wire.say(b"\x12" + number(13) + b"\x08" + number(ask) + b"\x18" + b"\xff" * 9 + b"\x01")


serve(attack)
