"""Ends its stream with a hundred statuses."""

from wire import field, serve


def attack(wire, ask) -> None:
    wire.end(None, b"0", *[field(b"grpc-status", b"%d" % code) for code in range(100)])


serve(attack)
