"""Where ours and h2 may differ: each difference with its reason, and with frames that show it."""

from __future__ import annotations

import struct
from typing import NamedTuple

from athanor_contract.limits import server as limits
from sandbox.guard import http2
from sandbox.guard.http2 import (
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    GOAWAY,
    HEADERS,
    PADDED,
    PRIORITY,
    PUSH_PROMISE,
    RST_STREAM,
    SETTINGS,
    WINDOW_UPDATE,
    WITH_PRIORITY,
    frame,
)
from tests.sandbox.guard.conversations import HEALTH_CALL, PLAY_CALL


class Difference(NamedTuple):
    name: str
    pattern: str
    """Of what the one says that refuses. h2's words have the kind of the frame before them."""
    reason: str
    shown: list[bytes]


def _field(name: bytes, value: bytes) -> bytes:
    return b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value


NO_TABLE = b"\x20"
STATUS = b"\x88"
GRPC = STATUS + _field(b"content-type", b"application/grpc")
ALTSVC = 10


def _headers(block: bytes, flags: int = 0) -> bytes:
    return frame(HEADERS, END_HEADERS | flags, PLAY_CALL, block)


def _data(words: bytes, flags: int = 0) -> bytes:
    return frame(DATA, flags, PLAY_CALL, words)


ANSWERED = _headers(NO_TABLE + GRPC)
RESET = frame(RST_STREAM, 0, PLAY_CALL, bytes(4))

LENIENT = (
    Difference(
        "padding alone",
        "^HEADERS( of a call that is over)?: ProtocolError: Received frame with invalid padding",
        "RFC 9113, 6.2, forbids more padding than there is room for; h2 forbids as much as there is, too.",
        [frame(HEADERS, PADDED, PLAY_CALL, b"\x02\0\0")],
    ),
    Difference(
        "a call that depends on itself",
        "^(PRIORITY|HEADERS|CONTINUATION).*may not depend on itself",
        "RFC 9113, 5.3.2, has no priorities any more, and no error of theirs. Nothing reads them.",
        [frame(PRIORITY, 0, PLAY_CALL, struct.pack(">IB", PLAY_CALL, 0))],
    ),
    Difference(
        "half a frame",
        "^half a frame: ",
        "h2 looks at a frame's head as it comes, ours when all of it is there: until then it reads nothing.",
        [frame(GOAWAY, 0, PLAY_CALL, bytes(8))[:-1]],
    ),
    Difference(
        "an extension's frame",
        "^of kind 10( of a call that is over)?: FrameDataMissingError",
        "RFC 9113, 4.1: frames of unknown kinds are ignored. h2 knows ALTSVC (RFC 7838), which nothing here does.",
        [frame(ALTSVC, 0, 0, b"\xff")],
    ),
    Difference(
        "a reserved bit",
        "^WINDOW_UPDATE.*non-compliant data",
        "RFC 9113, 6.9: the bit above a window's 31 is reserved, and ignored; h2 takes it to be the number's.",
        [frame(WINDOW_UPDATE, 0, 0, b"\x80\0\0\x01")],
    ),
    Difference(
        "values of fields",
        "(header value surrounded by whitespace|in header value: )",
        "No value is passed on: a status message is made printable, and all others are compared with what they"
        " must be. A status message of gRPC may end with a space.",
        [ANSWERED, _headers(_field(b"grpc-status", b"0") + _field(b"grpc-message", b"over "), END_STREAM)],
    ),
    Difference(
        "content-length",
        "(InvalidBodyLengthError|content-length)",
        "gRPC's messages have their own lengths, and no other one is read.",
        [_headers(NO_TABLE + GRPC + _field(b"content-length", b"3")), _data(b"\0\0\0\0\0")],
    ),
    Difference(
        "long lists",
        "A header list larger than",
        "Ours bounds the bytes of a block as they come, and how many fields it has: both bound the list.",
        [_headers(NO_TABLE + GRPC + _field(b"x", b"y" * 100) * 65)],
    ),
    Difference(
        "many pieces",
        "Too many continuation frames",
        f"h2 has a bound of its own, 64; ours has {limits.CONTROL_FRAMES} frames and {limits.HEADERS} bytes.",
        [frame(HEADERS, 0, PLAY_CALL, NO_TABLE + GRPC), *[frame(CONTINUATION, 0, PLAY_CALL)] * 64],
    ),
    Difference(
        "a call that is over",
        "^(HEADERS|CONTINUATION|DATA) of a call that is over: ",
        "What comes on it is counted and read by nobody; no table is there that its headers could change.",
        [frame(HEADERS, END_HEADERS, HEALTH_CALL, b"\xff")],
    ),
)
"""What h2 refuses, and ours takes."""

STRICTER = (
    Difference(
        "no gRPC",
        "(does not speak gRPC|is no gRPC message|a compressed message|ended the call without a grpc-status)",
        "gRPC's own rules, which HTTP/2 does not know.",
        [_headers(NO_TABLE + b"\x8d")],
    ),
    Difference(
        "a limit",
        r"( allowed$| allowed at once$|more than \d+ of them|a number that is too large)",
        "Our limits, and frames that are too long before they are there.",
        [ANSWERED, _data(b"\0" + struct.pack(">I", limits.MESSAGE + 1))],
    ),
    Difference(
        "a call that was never made",
        "which was never made",
        "RFC 9113, 5.1: on a call that was never made all but PRIORITY is an error. h2 lets RST_STREAM pass.",
        [frame(RST_STREAM, 0, 2, bytes(4))],
    ),
    Difference(
        "a window too large",
        "flow-control window has grown past 2 GB",
        "RFC 9113, 6.9.1, leaves it open whether the call ends or the connection: here they are the same.",
        [frame(WINDOW_UPDATE, 0, PLAY_CALL, struct.pack(">I", http2.LARGEST_WINDOW))],
    ),
    Difference(
        "a setting overruled",
        "SETTINGS with ",
        "RFC 9113, 6.5.3: the values are processed in their order. h2 looks at the last one of each name.",
        [
            frame(
                SETTINGS,
                0,
                0,
                http2.setting(http2.MAX_FRAME_SIZE, 1) + http2.setting(http2.MAX_FRAME_SIZE, 16_384),
            )
        ],
    ),
    Difference(
        "a cookie before the status",
        "':status', twice, or behind other headers",
        "RFC 9113, 8.3: behind other fields there is none. h2 puts cookies at the end before it looks.",
        [_headers(NO_TABLE + _field(b"cookie", b"a=b") + GRPC)],
    ),
    Difference(
        "te",
        "'te', which HTTP/2 does not have",
        "RFC 9113, 8.2.2, has it in requests alone. h2 allows it everywhere, with the value that requests have.",
        [_headers(NO_TABLE + GRPC + _field(b"te", b"trailers"))],
    ),
    Difference(
        "padding over a priority",
        "(with a priority of|all padding, and more)",
        "RFC 9113, 6.2: padding has room behind the priority alone. h2 counts the priority's bytes as room.",
        [frame(HEADERS, PADDED | WITH_PRIORITY, PLAY_CALL, b"\x04" + bytes(7))],
    ),
    Difference(
        "half a promise",
        "PUSH_PROMISE, which was forbidden",
        "Ours refuses a promise as it begins, h2 when its headers are complete.",
        [frame(PUSH_PROMISE, 0, PLAY_CALL, bytes(3) + b"\x02")],
    ),
    Difference(
        "the end of the connection",
        "its server closes the connection",
        "A call that the server will not answer any more has ended.",
        [frame(GOAWAY, 0, 0, bytes(8))],
    ),
)
"""What ours refuses, and h2 takes."""
