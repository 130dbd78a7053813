"""Says each answer twice."""

from wire import answer, serve


def attack(wire, ask) -> None:
    wire.say(answer(ask))


serve(attack)
