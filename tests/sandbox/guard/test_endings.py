"""What ends a bot's connection: every limit to the byte, what is wrong, and what its server says itself."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from athanor_contract.limits import server as limits
from sandbox.guard import http2
from sandbox.guard.connection import Connection
from sandbox.guard.ending import CLOSED, DEAD, MALFORMED, Ended, document
from sandbox.guard.http2 import (
    ACK,
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    GOAWAY,
    HEADERS,
    PADDED,
    PING,
    PRIORITY,
    RST_STREAM,
    SETTINGS,
    WINDOW_UPDATE,
    WITH_PRIORITY,
    frame,
)
from tests.sandbox.guard.exchange import (
    ANSWERED,
    OK,
    data,
    ending,
    headers,
    message,
    playing,
)

# --- limits, to the byte


def repeated(words: bytes, times: int) -> Callable[[Connection], None]:
    def say(connection: Connection) -> None:
        connection.received(headers())
        for _ in range(times):
            connection.received(words)

    return say


def sized(size: int) -> Callable[[Connection], None]:
    def say(connection: Connection) -> None:
        connection.received(headers())
        words = message(bytes(size))
        for at in range(0, len(words), 16_384):
            connection.received(frame(DATA, 0, 1, words[at : at + 16_384]))

    return say


def dripped(frames_in_all: int) -> Callable[[Connection], None]:
    """A message that comes byte by byte; the headers are a frame too."""

    def say(connection: Connection) -> None:
        connection.received(headers())
        for byte in message(bytes(5_000))[: frames_in_all - 1]:
            connection.received(frame(DATA, 0, 1, bytes([byte])))

    return say


def header_block(size: int) -> Callable[[Connection], None]:
    def say(connection: Connection) -> None:
        many, rest = divmod(size - len(ANSWERED), 130)
        block = ANSWERED + (b"\0\x01x\x7e" + bytes(126)) * many + b"\0\x01x" + bytes([rest - 4]) + bytes(rest - 4)
        assert len(block) == size
        connection.received(frame(HEADERS, 0, 1, block[:5_000]))
        connection.received(frame(CONTINUATION, END_HEADERS, 1, block[5_000:]))

    return say


CONTROL = limits.CONTROL_FRAMES
LIMITS = {
    "message": (sized(limits.MESSAGE), sized(limits.MESSAGE + 1), "a message of 65537 bytes, 65536 allowed"),
    "control": (repeated(frame(PING, 0, 0, bytes(8)), CONTROL), repeated(frame(PING, 0, 0, bytes(8)), CONTROL + 1),
                "513 control frames (the last PING)"),
    "messages": (repeated(data(b""), limits.MESSAGES), repeated(data(b""), limits.MESSAGES + 1), "2001 messages"),
    "frames": (dripped(limits.FRAMES), dripped(limits.FRAMES + 1), "4097 frames (the last DATA)"),
    "header block": (header_block(limits.HEADERS), header_block(limits.HEADERS + 1), "8193 bytes of headers"),
}  # fmt: skip


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_is_met_at_the_byte_behind_it(name: str) -> None:
    fits, too_much, words = LIMITS[name]
    fits(playing()[0])
    with pytest.raises(Ended) as ended:
        too_much(playing()[0])
    assert ended.value.fault == MALFORMED
    assert words in ended.value.detail


def test_each_question_is_counted_anew() -> None:
    connection, _ = playing()
    for _ in range(3):
        for _ in range(CONTROL):
            connection.received(frame(PING, 0, 0, bytes(8)))
        connection.count_anew()


def test_bytes_are_counted_before_they_are_looked_at() -> None:
    connection, _ = playing()
    connection.received(headers())
    ended = ending(connection, bytes(limits.BYTES))
    assert ended.detail.endswith(f"bytes while one answer was awaited, {limits.BYTES} allowed")


# --- ends


WRONG = {
    "compressed": (headers() + frame(DATA, 0, 1, message(b"x", 1)), MALFORMED, "a compressed message"),
    "no message": (headers() + frame(DATA, 0, 1, message(b"x", 7)), MALFORMED, "it begins with 7"),
    "message first": (data(b"x"), MALFORMED, "a message before its headers"),
    "no status": (headers() + headers(b"\0\x01x\x01y", END_STREAM), MALFORMED, "without a grpc-status"),
    "end without a status": (headers() + frame(DATA, END_STREAM, 1), MALFORMED, "without a grpc-status"),
    "no grpc": (headers(b"\x8d"), MALFORMED, "it answered with HTTP status 404, content-type none"),
    "headers between": (headers() + headers(), MALFORMED, "headers in the middle of its messages"),
    "interrupted headers": (frame(HEADERS, 0, 1, b"") + frame(PING, 0, 0, bytes(8)), MALFORMED, "(PING) in the"),
    "no headers to go on": (frame(CONTINUATION, 0, 1, b""), MALFORMED, "CONTINUATION of no headers"),
    "short PING": (frame(PING, 0, 0, b"x"), MALFORMED, "PING of 1 bytes"),
    "crooked SETTINGS": (frame(SETTINGS, 0, 0, b"12345"), MALFORMED, "SETTINGS of 5 bytes"),
    "huge window": (frame(SETTINGS, 0, 0, http2.setting(4, 1 << 31)), MALFORMED, "SIZE 2147483648, which"),
    "no room": (frame(WINDOW_UPDATE, 0, 0, bytes(4)), MALFORMED, "WINDOW_UPDATE by 0 bytes"),
    "an even call": (frame(DATA, 0, 2, b"x"), MALFORMED, "call 2, which was never made"),
    "short GOAWAY": (frame(GOAWAY, 0, 0, b""), MALFORMED, "GOAWAY of 0 bytes"),
    "GOAWAY": (frame(GOAWAY, 0, 0, bytes(8) + b"bye"), DEAD, "closes the connection (NO_ERROR: bye)"),
    "short PING in turn": (frame(PING, ACK, 0, b"x"), MALFORMED, "PING of 1 bytes"),
    "short PRIORITY": (frame(PRIORITY, 0, 1, b"x"), MALFORMED, "PRIORITY of 1 bytes"),
    "SETTINGS in a receipt": (frame(SETTINGS, ACK, 0, bytes(6)), MALFORMED, "SETTINGS of 6 bytes"),
    "short priority": (frame(HEADERS, END_HEADERS | WITH_PRIORITY, 1, b"x"), MALFORMED, "a priority of 1 bytes"),
    "padding of nothing": (frame(DATA, PADDED, 1), MALFORMED, "all padding, and more"),
    "padding elsewhere": (headers() + frame(RST_STREAM, 0, 1, bytes(4)) + frame(DATA, PADDED, 1, b"\x05"),
                          MALFORMED, "all padding, and more"),
    "PING on a call": (frame(PING, 0, 1, bytes(8)), MALFORMED, "PING on call 1; it belongs to the connection"),
    "SETTINGS on a call": (frame(SETTINGS, 0, 1), MALFORMED, "SETTINGS on call 1; it belongs"),
    "GOAWAY on a call": (frame(GOAWAY, 0, 1, bytes(8)), MALFORMED, "GOAWAY on call 1; it belongs"),
    "DATA on no call": (frame(DATA, 0, 0), MALFORMED, "DATA on no call"),
    "PRIORITY on no call": (frame(PRIORITY, 0, 0, bytes(5)), MALFORMED, "PRIORITY on no call"),
    "RST_STREAM on no call": (frame(RST_STREAM, 0, 0, bytes(4)), MALFORMED, "RST_STREAM on no call"),
    "a later call reset": (frame(RST_STREAM, 0, 3, bytes(4)), MALFORMED, "call 3, which was never made"),
    "room for a later call": (frame(WINDOW_UPDATE, 0, 3, b"\0\0\0\1"), MALFORMED, "call 3, which was never made"),
    "nothing on a later call": (frame(DATA, 0, 3), MALFORMED, "call 3, which was never made"),
    "nothing before headers": (frame(DATA, 0, 1), MALFORMED, "a message before its headers"),
    "pushes allowed": (frame(SETTINGS, 0, 0, http2.setting(2, 1)), MALFORMED, "ENABLE_PUSH 1, which must be"),
    "small frames": (frame(SETTINGS, 0, 0, http2.setting(5, 100)), MALFORMED, "MAX_FRAME_SIZE 100, which must be"),
    "half a protocol": (frame(SETTINGS, 0, 0, http2.setting(8, 2)), MALFORMED, "ENABLE_CONNECT_PROTOCOL 2, which"),
    "windows that grow": (frame(WINDOW_UPDATE, 0, 1, b"\x7f\xff\0\0") + frame(SETTINGS, 0, 0,
                          http2.setting(4, 1 << 20)), MALFORMED, "window has grown past 2 GB"),
    "two HTTP statuses": (headers(b"\x88\x8d"), MALFORMED, "the header ':status', twice"),
    "a late HTTP status": (headers(ANSWERED[1:] + b"\x88"), MALFORMED, "':status', twice, or behind"),
    "a path": (headers(b"\x88\x84"), MALFORMED, "the header ':path', which is in no answer"),
    "an HTTP status at the end": (headers() + headers(b"\x88" + OK, END_STREAM), MALFORMED, "in no trailers"),
    "a capital": (headers(b"\x88\0\1X\0"), MALFORMED, "the header 'X', which is no name"),
    "no name": (headers(b"\x88\0\0\0"), MALFORMED, "the header '', which is no name"),
    "a header of HTTP/1": (headers(b"\x88\x0f\x2a\x07chunked"), MALFORMED, "'transfer-encoding', which HTTP"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said(name: str) -> None:
    words, fault, detail = WRONG[name]
    ended = ending(playing()[0], words)
    assert ended.fault == fault
    assert detail in ended.detail


STATUSES = {
    "10": (DEAD, "ABORTED: no more"),
    "3": (MALFORMED, "INVALID_ARGUMENT: no more"),
    "13": (MALFORMED, "INTERNAL: no more"),
    "14": (DEAD, "UNAVAILABLE: no more"),
    "0": (CLOSED, "it closed the stream"),
    "17": (MALFORMED, "its server ended the call with grpc-status '17'"),
    "x": (MALFORMED, "its server ended the call with grpc-status 'x'"),
}


@pytest.mark.parametrize("code", STATUSES)
def test_a_status_says_whose_fault_it_is(code: str) -> None:
    connection, call = playing()
    block = OK[:-2] + bytes([len(code)]) + code.encode() + b"\0\x0cgrpc-message\x09no%20more"
    connection.received(frame(HEADERS, END_HEADERS | END_STREAM, 1, ANSWERED + block))
    assert call.status is not None
    assert (call.status.fault, call.status.detail) == STATUSES[code]


def test_a_server_that_leaves_may_finish_its_call_first() -> None:
    connection, call = playing()
    connection.received(frame(GOAWAY, 0, 0, b"\0\0\0\x01" + bytes(4)))
    connection.received(headers() + data(b"answer"))
    assert call.heard == [b"answer"]
    assert connection.ended().detail == "its server closes the connection (NO_ERROR)"


def test_a_reset_of_a_call_that_is_over_is_no_news() -> None:
    connection, call = playing()
    connection.received(headers() + headers(OK, END_STREAM) + frame(RST_STREAM, 0, 1, bytes(4)))
    assert call.status is not None
    assert call.status.fault == CLOSED


@pytest.mark.parametrize(
    ("text", "plain"),
    [(b"a%20b", b"a b"), (b"100%", b"100%"), (b"%zz%4", b"%zz\x04"), (b"%c3%a9", b"\xc3\xa9"), (b"", b"")],
)
def test_a_status_text_is_unescaped(text: bytes, plain: bytes) -> None:
    assert http2.unescaped(text) == plain


@given(st.text(max_size=2_000))
def test_the_end_is_one_bounded_json_document(text: str) -> None:
    told = json.loads(document(Ended(DEAD, text)))
    assert told["fault"] == DEAD
    assert len(told["detail"]) <= limits.DETAIL
    assert told["detail"].isprintable() or told["detail"] == ""
