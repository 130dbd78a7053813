"""Beside every bot that attacks on the wire: the least HTTP/2 server that can play, and a way to misbehave.

`serve` plays honestly and calls the attack at its moment; when that returns, it plays on.
"""

import os
import socket
import struct
import time

from attacking import TAME

DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = range(10)
END_STREAM = ACK = 1
END_HEADERS = 4
PADDED = 8
READY = b"\x0a\x02\x08\x01"
SERVING = b"\x08\x01"


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes((kind, flags)) + struct.pack(">I", stream) + payload


def number(value):
    """As protobuf writes it."""
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes((*found, value))


def length(value):
    """As HPACK writes it, with a prefix of seven bits."""
    return bytes((value,)) if value < 127 else b"\x7f" + number(value - 127)


def field(name, value):
    """A literal header."""
    return b"\0" + length(len(name)) + name + length(len(value)) + value


def message(words, flag=0):
    """As gRPC writes it into DATA."""
    return bytes((flag,)) + struct.pack(">I", len(words)) + words


def answer(ask):
    said = b"\x08" + number(ask) + b"\x18\0"
    return b"\x12" + number(len(said)) + said


def note(text):
    return b"\x1a" + number(len(text) + len(number(len(text))) + 1) + b"\x0a" + number(len(text)) + text


class Wire:
    def __init__(self, connection) -> None:
        self.connection = connection
        self.play = 0
        self.is_open = False

    def send(self, *frames) -> None:
        try:
            self.connection.sendall(b"".join(frames))
        except OSError:
            # Nobody is at the other end any more: that was the attack's end.
            time.sleep(600)

    def flood(self, *frames) -> None:
        """The same, without an end."""
        many = b"".join(frames) * max(1, 65536 // sum(map(len, frames)))
        while True:
            self.send(many)

    def say(self, *words, stream=None) -> None:
        stream = stream or self.play
        head = b"" if self.is_open else self.headers(stream)
        self.is_open = True
        self.send(head, *(frame(DATA, 0, stream, message(word)) for word in words))

    def headers(self, stream, *more):
        block = b"\x88" + field(b"content-type", b"application/grpc") + b"".join(more)
        return frame(HEADERS, END_HEADERS, stream, block)

    def end(self, stream=None, status=b"0", *more) -> None:
        block = field(b"grpc-status", status) + b"".join(more)
        self.send(frame(HEADERS, END_HEADERS | END_STREAM, stream or self.play, block))

    def in_pieces(self, flags, stream, block, size=16_384) -> None:
        """A header block of any length."""
        parts = [block[at : at + size] for at in range(0, len(block), size)]
        first, *rest = parts
        self.send(frame(HEADERS, flags | (0 if rest else END_HEADERS), stream, first))
        for place, part in enumerate(rest, 1):
            self.send(frame(CONTINUATION, END_HEADERS if place == len(rest) else 0, stream, part))

    def read(self, size):
        found = b""
        while len(found) < size:
            more = self.connection.recv(size - len(found))
            if not more:
                raise SystemExit(0)
            found += more
        return found

    def frames(self):
        while True:
            head = self.read(9)
            size = int.from_bytes(head[:3], "big")
            yield head[3], head[4], int.from_bytes(head[5:], "big"), self.read(size)


def serve(at_ask=None, *, at_start=None, settings=b"", when=1) -> None:
    """`at_ask(wire, number)` is called at the first ask; `at_start(wire)` before anything is said."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(os.environ["ATHANOR_SOCKET"])
    listener.listen()
    connection, _ = listener.accept()
    wire = Wire(connection)
    if at_start is not None and not TAME:
        at_start(wire)
    wire.read(24)
    wire.send(frame(SETTINGS, 0, 0, b"" if TAME else settings))
    health, words = 0, b""
    for kind, flags, stream, payload in wire.frames():
        if kind in (SETTINGS, PING) and not flags & ACK:
            wire.send(frame(kind, ACK, 0, payload if kind == PING else b""))
        elif kind == HEADERS and b"Health" in payload:
            health = stream
        elif kind == HEADERS:
            wire.play = stream
        elif kind == DATA and stream == health and flags & END_STREAM:
            wire.send(wire.headers(health), frame(DATA, 0, health, message(SERVING)))
            wire.end(health)
        elif kind == DATA and stream == wire.play:
            wire.send(
                *(frame(WINDOW_UPDATE, 0, at, struct.pack(">I", len(payload))) for at in (0, stream) if payload)
            )
            words += payload
            while len(words) >= 5 and len(words) >= 5 + int.from_bytes(words[1:5], "big"):
                size = 5 + int.from_bytes(words[1:5], "big")
                _heard(wire, words[5:size], None if TAME else at_ask, when)
                words = words[size:]
            if flags & END_STREAM:
                wire.end()


def _heard(wire, words, at_ask, when) -> None:
    if words[:1] == b"\x0a":
        wire.say(READY)
    elif words[:1] == b"\x12":
        ask = _number_of(words)
        if at_ask is not None and ask == when:
            at_ask(wire, ask)
        wire.say(answer(ask))


def _number_of(words):
    at = 1
    while words[at] & 128:
        at += 1
    return words[at + 2]
