"""Says a note that is no text."""

from wire import note, serve


def attack(wire, ask) -> None:
    wire.say(note(b"\xff\xfe\xc0"))


serve(attack)
