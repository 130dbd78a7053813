"""Ends its stream with a status text of 4 MB."""

from wire import END_STREAM, field, serve


def attack(wire, ask) -> None:
    text = field(b"grpc-message", b"no " * 1_400_000)
    wire.in_pieces(END_STREAM, wire.play, field(b"grpc-status", b"10") + text)


serve(attack)
