"""Answers with seven thousand groups, one in another."""

from wire import number, serve


def attack(wire, ask) -> None:
    wire.say(b"\x12" + number(14_000) + b"\x0b" * 7_000 + b"\x0c" * 7_000)


serve(attack)
