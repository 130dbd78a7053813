"""A client that says what it likes."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import struct
from typing import Any

from tests.sandbox.daemon.running import Daemon
from tests.waiting import PATIENCE

LINGER = 3600
"""Seconds."""


class Raw:
    def __init__(self, daemon: Daemon) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(str(daemon.socket))
        self._rest = b""

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.socket.close()

    def say(self, data: bytes) -> None:
        self.socket.sendall(data)

    def ask(self, verb: str, **other: Any) -> dict[str, Any]:
        self.say(json.dumps({"verb": verb, "id": 1, **other}).encode() + b"\n")
        return self.hear()

    def say_with(self, descriptor: int, **head: Any) -> None:
        """With a descriptor, which is closed then."""
        socket.send_fds(self.socket, [json.dumps({"id": 1, **head}).encode() + b"\n"], [descriptor])
        os.close(descriptor)

    def hear(self) -> dict[str, Any]:
        """The next line; {} when it was closed."""
        while b"\n" not in self._rest:
            try:
                data = self.socket.recv(65536)
            except ConnectionError:
                data = b""
            if not data:
                return {}
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        said: dict[str, Any] = json.loads(line)
        return said

    def is_closed(self) -> bool:
        try:
            return self.socket.recv(1) == b""
        except ConnectionError:
            return True


def unread(listener: socket.socket) -> tuple[socket.socket, socket.socket]:
    """A connection on which more was said than the other end has room for, and whose end is waited for."""
    one = socket.create_connection(listener.getsockname())
    other, _ = listener.accept()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, LINGER))
    one.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        while True:
            one.send(bytes(1 << 20))
    return one, other
