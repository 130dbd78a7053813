"""Answers another question than the one it was asked."""

from wire import answer, serve


def attack(wire, ask) -> None:
    wire.say(answer(ask + 1))


serve(attack)
