"""Frames of HTTP/2 (RFC 9113), and what gRPC writes into them.

Written by hand, here and in `connection`, `shapes` and `hpack`, for what the `h2` package would cost. A guard on
h2 4.4.1, behind the same walls, in turns with ours on one core of a busy machine (2026-11-20):

    a round trip takes 1.28x to 1.55x of bare gRPC's CPU time instead of 0.88x to 0.90x; the budget is 1.2x
    50 matches at once make 0.78x to 0.86x of the round trips a second that ours makes
    a box's cold start takes 1.21x of bare bubblewrap's instead of 1.03x; the budget is 1.2x
    the guard itself starts in 3.6x of the CPU time and 4.0x of the time, and has 2.5x of the memory

h2 is its oracle instead: `tests/sandbox/guard/test_against_h2.py` gives both the same bytes. `athanor bench guard`
compares the two again.
"""

from athanor_contract.limits import server as limits
from sandbox.guard import hpack

(
    DATA,
    HEADERS,
    PRIORITY,
    RST_STREAM,
    SETTINGS,
    PUSH_PROMISE,
    PING,
    GOAWAY,
    WINDOW_UPDATE,
    CONTINUATION,
) = range(10)
NAMES = (
    "DATA", "HEADERS", "PRIORITY", "RST_STREAM", "SETTINGS", "PUSH_PROMISE", "PING", "GOAWAY", "WINDOW_UPDATE",
    "CONTINUATION",
)  # fmt: skip

ACK = END_STREAM = 0x1
END_HEADERS = 0x4
PADDED = 0x8
WITH_PRIORITY = 0x20

HEADER_TABLE_SIZE, ENABLE_PUSH, MAX_CONCURRENT_STREAMS = 1, 2, 3
INITIAL_WINDOW_SIZE, MAX_FRAME_SIZE, MAX_HEADER_LIST_SIZE, ENABLE_CONNECT_PROTOCOL = 4, 5, 6, 8
SETTING_NAMES = {
    ENABLE_PUSH: "ENABLE_PUSH",
    INITIAL_WINDOW_SIZE: "INITIAL_WINDOW_SIZE",
    MAX_FRAME_SIZE: "MAX_FRAME_SIZE",
    ENABLE_CONNECT_PROTOCOL: "ENABLE_CONNECT_PROTOCOL",
}

DEFAULT_WINDOW = 65_535
LARGEST_WINDOW = (1 << 31) - 1

ERRORS = (
    "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
    "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
    "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
)  # fmt: skip

STATUSES = (
    "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
    "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED",
    "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
)  # fmt: skip
"""Of gRPC, by number."""


def name_of(kind: int) -> str:
    return NAMES[kind] if kind < len(NAMES) else f"of kind {kind}"


def error_of(code: int) -> str:
    return ERRORS[code] if code < len(ERRORS) else f"error {code}"


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    head = len(payload) << 48 | kind << 40 | flags << 32 | stream
    return head.to_bytes(9, "big") + payload


def setting(name: int, value: int) -> bytes:
    return (name << 32 | value).to_bytes(6, "big")


def number(value: int) -> bytes:
    return value.to_bytes(4, "big")


GREETING = b"".join(
    (
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        frame(
            SETTINGS,
            0,
            0,
            setting(HEADER_TABLE_SIZE, 0)
            + setting(ENABLE_PUSH, 0)
            + setting(INITIAL_WINDOW_SIZE, limits.WINDOW)
            + setting(MAX_FRAME_SIZE, limits.FRAME)
            + setting(MAX_HEADER_LIST_SIZE, limits.HEADERS),
        ),
        frame(WINDOW_UPDATE, 0, 0, number(limits.WINDOW - DEFAULT_WINDOW)),
    )
)


def request(path: bytes) -> bytes:
    """The headers of a call."""
    return b"".join(
        (
            b"\x83\x86",  # :method POST, :scheme http
            hpack.literal(b":path", path),
            # Of a Unix socket the authority would be the escaped path, which servers of some languages refuse.
            hpack.literal(b":authority", b"localhost"),
            hpack.literal(b"te", b"trailers"),
            hpack.literal(b"content-type", b"application/grpc"),
            hpack.literal(b"user-agent", b"grpc-athanor/1"),
            hpack.literal(b"grpc-accept-encoding", b"identity"),
        )
    )


def unescaped(text: bytes) -> bytes:
    """The status message of gRPC, which is percent-encoded; what is no escape stays as it is."""
    first, *rest = text.split(b"%")
    found = [first]
    for part in rest:
        try:
            found.append(int(part[:2].decode("ascii"), 16).to_bytes(1, "big") + part[2:])
        except (ValueError, OverflowError):
            found.append(b"%" + part)
    return b"".join(found)
