"""Answers a million times before it is asked."""

from wire import DATA, READY, answer, frame, message, serve


def attack(wire) -> None:
    said = wire.say

    def say(*words, stream=None) -> None:
        said(*words, stream=stream)
        if words == (READY,):
            wire.flood(frame(DATA, 0, wire.play, message(answer(7))))

    wire.say = say


serve(at_start=attack)
