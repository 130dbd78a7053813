"""The frames between sandboxd and its clients: a line of JSON, and as many bytes after it as `bytes` in it says.

Values in, values out: nothing here touches a socket.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from athanor_contract.limits.sandbox import MIB
from sandbox.daemon.admission import TABLE
from sandbox.interface import Party

VERSION: Final = 5
LONGEST_NAME: Final = 64
LONGEST_REQUEST: Final = 64 * 1024
LONGEST_REPLY: Final = 256 * 1024
LARGEST_BODY: Final = MIB
"""Of an answer: a log. A request has none."""
DIGEST: Final = re.compile(r"[0-9a-f]{64}")

Head = dict[str, Any]


class BadFrame(Exception):
    """What is wrong with what the other end said. Nothing after it can be understood."""


class BadRequest(Exception):
    """A request that can be read and not be done: what it must be."""


def encoded(head: Mapping[str, Any]) -> bytes:
    return json.dumps(head, separators=(",", ":")).encode() + b"\n"


class Inbox:
    """Bytes as they come, taken apart into lines and what follows them."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._bytes = bytearray()

    @property
    def is_empty(self) -> bool:
        return not self._bytes

    def add(self, data: bytes) -> None:
        self._bytes += data

    def head(self) -> Head | None:
        """The next line, if all of it is there. Raises BadFrame."""
        end = self._bytes.find(b"\n", 0, self._longest)
        if end < 0:
            if len(self._bytes) >= self._longest:
                raise BadFrame(f"a line may have {self._longest} bytes, with its end")
            return None
        line = bytes(self._bytes[:end])
        del self._bytes[: end + 1]
        return _parsed(line)

    def body(self, most: int) -> bytes:
        """Up to so many bytes of what follows a line."""
        taken = bytes(self._bytes[:most])
        del self._bytes[:most]
        return taken


def _parsed(line: bytes) -> Head:
    try:
        head = json.loads(line)
    except (ValueError, RecursionError):
        raise BadFrame("a line must be one JSON object in UTF-8") from None
    if not isinstance(head, dict):
        raise BadFrame("a line must be one JSON object")
    return head


def body_size(head: Head) -> int:
    """How many bytes follow. Raises BadFrame."""
    size = head.get("bytes", 0)
    if type(size) is not int or not 0 <= size <= LARGEST_BODY:
        raise BadFrame(f"`bytes` must be a number from 0 to {LARGEST_BODY}")
    return size


def number(head: Head, name: str, least: float, most: float) -> float:
    value = head.get(name)
    if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
        raise BadRequest(f"`{name}` must be a number from {least:g} to {most:g}")
    return float(value)


def digest(head: Head) -> str:
    value = head.get("digest")
    if not isinstance(value, str) or not DIGEST.fullmatch(value):
        raise BadRequest("`digest` must be a SHA-256 in 64 hexadecimal digits")
    return value


def slot(head: Head) -> int:
    value = head.get("slot")
    if type(value) is not int:
        raise BadRequest("`slot` must be the number that `acquire` gave")
    return value


def party(head: Head) -> Party | None:
    """Which match a slot is for, where the client says it."""
    value = head.get("party")
    if value is None:
        return None
    name, seats = (value.get("name"), value.get("seats")) if isinstance(value, dict) else (None, None)
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME:
        raise BadRequest(f"`party` must have a `name` of 1 to {LONGEST_NAME} characters")
    if type(seats) is not int or not 1 <= seats <= TABLE:
        raise BadRequest(f"`party` must have `seats`, a number from 1 to {TABLE}")
    awaited = value.get("awaited", True)
    if not isinstance(awaited, bool):
        raise BadRequest("`awaited` of a `party` must be true or false")
    return Party(name, seats, awaited)
