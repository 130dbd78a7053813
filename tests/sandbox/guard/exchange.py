"""What a server and the guard say to each other, as bytes."""

from __future__ import annotations

import struct

import pytest

from sandbox.guard.connection import Call, Connection
from sandbox.guard.ending import Ended
from sandbox.guard.http2 import (
    DATA,
    END_HEADERS,
    HEADERS,
    SETTINGS,
    frame,
)
from sandbox.guard.program import PLAY

GREETED = frame(SETTINGS, 0, 0)
ANSWERED = b"\x88\x0f\x10\x10application/grpc"
OK = b"\0\x0bgrpc-status\x010"


def message(words: bytes, flag: int = 0) -> bytes:
    return struct.pack(">BI", flag, len(words)) + words


def headers(block: bytes = ANSWERED, flags: int = 0) -> bytes:
    return frame(HEADERS, END_HEADERS | flags, 1, block)


def data(*messages: bytes, flags: int = 0) -> bytes:
    return frame(DATA, flags, 1, b"".join(map(message, messages)))


def playing(settings: bytes = b"") -> tuple[Connection, Call]:
    """A connection whose server has said its SETTINGS, with a call; what we say of ourselves is taken off."""
    connection = Connection()
    connection.received(frame(SETTINGS, 0, 0, settings))
    call = connection.open(PLAY)
    connection.count_anew("while one answer was awaited")
    sent(connection)
    return connection, call


def sent(connection: Connection) -> bytes:
    words = b"".join(connection.out)
    connection.out.clear()
    return words


def frames(words: bytes) -> list[tuple[int, int, int, bytes]]:
    found = []
    while words:
        size = int.from_bytes(words[:3], "big")
        found.append((words[3], words[4], int.from_bytes(words[5:9], "big"), words[9 : 9 + size]))
        words = words[9 + size :]
    return found


def ending(connection: Connection, words: bytes) -> Ended:
    with pytest.raises(Ended) as ended:
        connection.received(words)
    return ended.value
