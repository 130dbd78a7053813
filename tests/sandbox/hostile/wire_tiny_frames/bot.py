"""Sends a message of 60 KB by frames of one byte."""

from wire import DATA, frame, message, note, serve


def attack(wire, ask) -> None:
    words = message(note(b"x" * 60_000))
    wire.send(*(frame(DATA, 0, wire.play, words[at : at + 1]) for at in range(len(words))))


serve(attack)
