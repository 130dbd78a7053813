"""Answers on a call that was never made."""

from wire import DATA, answer, frame, message, serve


def attack(wire, ask) -> None:
    wire.send(frame(DATA, 0, 99, message(answer(ask))))


serve(attack)
