"""Ends its stream with 800 KB of trailers."""

from wire import END_STREAM, field, serve


def attack(wire, ask) -> None:
    wire.in_pieces(END_STREAM, wire.play, field(b"grpc-status", b"0") + field(b"x", b"y" * 800_000))


serve(attack)
