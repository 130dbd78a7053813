"""Says notes as fast as it may, without an end."""

from wire import DATA, WINDOW_UPDATE, frame, message, note, serve


def attack(wire, ask) -> None:
    words = message(note(b"x" * 12_000))
    said = frame(DATA, 0, wire.play, words)
    room = 128 * 1024 - 1_000
    while True:
        while room > len(words):
            wire.send(said)
            room -= len(words)
        for kind, _, stream, payload in wire.frames():
            if kind == WINDOW_UPDATE and stream == wire.play:
                room += int.from_bytes(payload, "big")
                break


serve(attack)
