"""Answers as a web server of 1999 does."""

from wire import serve


def attack(wire) -> None:
    wire.send(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")


serve(at_start=attack)
