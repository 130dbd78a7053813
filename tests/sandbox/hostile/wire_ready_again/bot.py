"""Says again and again that it is ready, where an answer is awaited."""

from wire import READY, serve


def attack(wire, ask) -> None:
    while True:
        wire.say(READY)


serve(attack)
