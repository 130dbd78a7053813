"""Answers with 60 KB that would unpack to 55 MB."""

import gzip

from wire import DATA, frame, message, serve


def attack(wire, ask) -> None:
    packed = gzip.compress(bytes(55_000_000))[:60_000]
    words = message(packed, flag=1)
    wire.send(*(frame(DATA, 0, wire.play, words[at : at + 16_000]) for at in range(0, len(words), 16_000)))


serve(attack)
