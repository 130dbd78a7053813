"""Answers the call with a web page."""

from wire import END_HEADERS, HEADERS, field, frame, serve


def attack(wire) -> None:
    def headers(stream, *more):
        return frame(HEADERS, END_HEADERS, stream, b"\x8d" + field(b"content-type", b"text/html"))

    wire.headers = headers


serve(at_start=attack)
