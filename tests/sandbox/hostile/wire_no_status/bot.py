"""Ends its stream without a status."""

from wire import DATA, END_STREAM, frame, message, note, serve


def attack(wire, ask) -> None:
    wire.send(frame(DATA, END_STREAM, wire.play, message(note(b"bye"))))


serve(attack)
