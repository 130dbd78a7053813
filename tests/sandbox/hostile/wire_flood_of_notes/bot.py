"""Says notes of 15 KB without an end, whatever it may send."""

from wire import DATA, frame, message, note, serve


def attack(wire, ask) -> None:
    words = message(note(b"x" * 15_000))
    wire.flood(frame(DATA, 0, wire.play, words))


serve(attack)
