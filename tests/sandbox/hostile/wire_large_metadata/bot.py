"""Sends 800 KB of headers before its answer."""

from wire import field, serve


def attack(wire) -> None:
    def headers(stream, *more):
        wire.in_pieces(
            0, stream, b"\x88" + field(b"content-type", b"application/grpc") + field(b"x", b"y" * 800_000)
        )
        return b""

    wire.headers = headers


serve(at_start=attack)
