"""Whether frames and header fields are HTTP/2's own (RFC 9113): sizes, streams, padding, settings, names.

What is wrong raises `Ended` with the sentence that the bot's author reads.
"""

from collections.abc import Iterator

from sandbox.guard import http2
from sandbox.guard.ending import MALFORMED, Ended, printable
from sandbox.guard.http2 import (
    ACK,
    CONTINUATION,
    DATA,
    GOAWAY,
    HEADERS,
    PADDED,
    PING,
    PRIORITY,
    RST_STREAM,
    SETTINGS,
    WINDOW_UPDATE,
    WITH_PRIORITY,
)

OF_A_CALL = frozenset((DATA, HEADERS, PRIORITY, RST_STREAM, CONTINUATION))
OF_THE_CONNECTION = frozenset((SETTINGS, PING, GOAWAY))
SIZES = {PRIORITY: 5, RST_STREAM: 4, PING: 8, WINDOW_UPDATE: 4}
PRIORITY_SIZE = 5
"""Bytes of a priority before the fields of HEADERS."""

SETTING_BOUNDS = {
    http2.ENABLE_PUSH: (0, 0),
    http2.INITIAL_WINDOW_SIZE: (0, http2.LARGEST_WINDOW),
    http2.MAX_FRAME_SIZE: (1 << 14, (1 << 24) - 1),
    http2.ENABLE_CONNECT_PROTOCOL: (0, 1),
}
"""6.5.2, as a server may set them; RFC 8441, 3."""

NO_NAME = bytes((*range(0x21), *range(ord("A"), ord("Z") + 1), ord(":"), *range(0x7F, 0x100)))
"""8.2.1: what is in no field's name."""
OF_ONE_HOP = frozenset(
    (b"connection", b"keep-alive", b"proxy-connection", b"te", b"transfer-encoding", b"upgrade")
)
"""8.2.2: fields of older versions that no answer may have."""


def check_frame(kind: int, flags: int, stream: int, payload: bytes) -> None:
    """Its size, and whether it is one of a call or of the connection."""
    if stream:
        if kind in OF_THE_CONNECTION:
            name = http2.name_of(kind)
            raise Ended(MALFORMED, f"its server sent {name} on call {stream}; it belongs to the connection")
    elif kind in OF_A_CALL:
        raise Ended(MALFORMED, f"its server sent {http2.name_of(kind)} on no call")
    size = len(payload)
    if kind == SETTINGS:
        is_wrong = size > 0 if flags & ACK else size % 6 != 0
    elif kind == GOAWAY:
        is_wrong = size < 8
    else:
        is_wrong = size != SIZES.get(kind, size)
    if is_wrong:
        raise Ended(MALFORMED, f"its server sent {http2.name_of(kind)} of {size} bytes")


def contents(flags: int, payload: bytes) -> bytes:
    """What DATA or HEADERS carry, without padding and priority."""
    if flags & PADDED:
        stop = len(payload) - payload[0] if payload else 0
        if stop < 1:
            raise Ended(MALFORMED, "its server sent a frame that is all padding, and more")
        payload = payload[1:stop]
    if flags & WITH_PRIORITY:
        if len(payload) < PRIORITY_SIZE:
            raise Ended(MALFORMED, f"its server sent HEADERS with a priority of {len(payload)} bytes")
        payload = payload[PRIORITY_SIZE:]
    return payload


def settings(payload: bytes) -> Iterator[tuple[int, int]]:
    """The names and values of SETTINGS; names that nobody knows among them."""
    for at in range(0, len(payload), 6):
        name = int.from_bytes(payload[at : at + 2], "big")
        value = int.from_bytes(payload[at + 2 : at + 6], "big")
        if name in SETTING_BOUNDS:
            least, most = SETTING_BOUNDS[name]
            if not least <= value <= most:
                name_of_it = http2.SETTING_NAMES[name]
                raise Ended(
                    MALFORMED,
                    f"its server sent SETTINGS with {name_of_it} {value}, which must be {least} to {most}",
                )
        yield name, value


def check_fields(fields: list[tuple[bytes, bytes]], *, are_trailers: bool) -> None:
    """The names of an answer's headers, or of its trailers. Values are not checked: what is not read is not
    passed on, and a gRPC server may end a status message with a space, which 8.2.1 forbids."""
    pseudo = ordinary = 0
    for name, _ in fields:
        if name == b":status" and not are_trailers:
            if pseudo or ordinary:
                raise _forbidden(name, "twice, or behind other headers")
            pseudo += 1
        elif name[:1] == b":":
            raise _forbidden(name, "which is in no trailers" if are_trailers else "which is in no answer")
        else:
            ordinary += 1
            if not name or name.translate(None, NO_NAME) != name:
                raise _forbidden(name, "which is no name")
            if name in OF_ONE_HOP:
                raise _forbidden(name, "which HTTP/2 does not have")


def _forbidden(name: bytes, why: str) -> Ended:
    return Ended(MALFORMED, f"its server sent the header {printable(name, 60)!r}, {why}")
