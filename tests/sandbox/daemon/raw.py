"""A client that says what it likes."""

from __future__ import annotations

import json
import os
import socket
from typing import Any

from tests.sandbox.daemon.running import Daemon
from tests.waiting import PATIENCE


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
