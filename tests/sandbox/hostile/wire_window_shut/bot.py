"""Takes no bytes any more, once it plays."""

from wire import SETTINGS, answer, frame, serve


def attack(wire, ask) -> None:
    wire.send(frame(SETTINGS, 0, 0, b"\0\x04\0\0\0\0"))
    wire.say(answer(ask))
    while True:
        wire.read(1)


serve(attack)
