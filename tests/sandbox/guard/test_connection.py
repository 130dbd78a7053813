"""The guard's HTTP/2 against bytes: calls, and flow control both ways."""

from __future__ import annotations

import struct
from contextlib import suppress
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from athanor_contract.limits import server as limits
from sandbox.guard import http2
from sandbox.guard.connection import Connection
from sandbox.guard.ending import CLOSED, Ended
from sandbox.guard.http2 import (
    ACK,
    CONTINUATION,
    DATA,
    END_HEADERS,
    END_STREAM,
    HEADERS,
    PADDED,
    PING,
    SETTINGS,
    WINDOW_UPDATE,
    WITH_PRIORITY,
    frame,
)
from sandbox.guard.program import PLAY
from tests.sandbox.guard.exchange import (
    GREETED,
    OK,
    data,
    frames,
    headers,
    message,
    playing,
    sent,
)

# --- a call


def test_a_client_says_who_it_is_before_anything() -> None:
    words = sent(Connection())
    assert words.startswith(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
    settings, window = frames(words[24:])
    assert settings[0] == SETTINGS
    said = {struct.unpack(">HI", settings[3][at : at + 6]) for at in range(0, len(settings[3]), 6)}
    assert {(1, 0), (2, 0), (4, limits.WINDOW), (5, limits.FRAME), (6, limits.HEADERS)} == said
    assert window[0] == WINDOW_UPDATE


def test_no_call_is_made_before_the_server_has_said_what_it_allows() -> None:
    connection = Connection()
    assert not connection.may_call
    connection.received(GREETED[:5])
    assert not connection.may_call
    connection.received(GREETED[5:])
    assert connection.may_call
    assert frames(sent(connection)[24:])[-1] == (SETTINGS, ACK, 0, b"")


def test_a_call_is_a_grpc_request() -> None:
    connection = Connection()
    connection.received(GREETED)
    sent(connection)
    call = connection.open(PLAY)
    connection.say([b"one", b"two"])
    request, said = frames(sent(connection))
    assert request[:3] == (HEADERS, END_HEADERS, 1)
    for words in (b"\x83\x86", b":path\x14/athanor.v1.Bot/Play", b":authority\x09localhost", b"te\x08trailers"):
        assert words in request[3]
    assert said == (DATA, 0, 1, message(b"one") + message(b"two"))
    connection.received(headers() + data(b"three") + data(b"") + headers(OK, END_STREAM))
    assert call.heard == [b"three", b""]
    assert call.status is not None
    assert (call.status.fault, call.status.detail) == (CLOSED, "it closed the stream")


SCRIPT = (
    GREETED
    + frame(WINDOW_UPDATE, 0, 0, b"\0\0\x10\0")
    + headers()
    + frame(PING, 0, 0, b"12345678")
    + data(b"a" * 300, b"")
    + frame(DATA, PADDED, 1, b"\x03" + message(b"padded")[:4] + b"\0\0\0")
    + frame(DATA, 0, 1, message(b"padded")[4:])
    + frame(0xEE, 0, 0, b"whatever")
    + frame(HEADERS, END_STREAM | WITH_PRIORITY, 1, bytes(5) + OK[:7])
    + frame(CONTINUATION, 0, 1, OK[7:9])
    + frame(CONTINUATION, END_HEADERS, 1, OK[9:])
)


@given(st.lists(st.integers(1, len(SCRIPT) - 1), max_size=30))
def test_frames_may_be_cut_anywhere(cuts: list[int]) -> None:
    connection = Connection()
    call = connection.open(PLAY)
    places = [0, *sorted(set(cuts)), len(SCRIPT)]
    for start, stop in pairwise(places):
        connection.received(SCRIPT[start:stop])
    assert call.heard == [b"a" * 300, b"", b"padded"]
    assert call.status is not None
    assert call.status.fault == CLOSED
    assert (PING, ACK, 0, b"12345678") in frames(sent(connection)[24:])


@given(st.binary(max_size=600), st.booleans())
def test_whatever_comes_is_read_or_ends_the_bot(words: bytes, greeted: bool) -> None:
    connection = Connection()
    connection.open(PLAY)
    with suppress(Ended):
        if greeted:
            connection.received(GREETED)
        connection.received(words)


@given(
    st.lists(
        st.tuples(st.integers(0, 11), st.integers(0, 255), st.sampled_from((0, 1, 2, 3)), st.binary(max_size=60)),
        max_size=12,
    )
)
def test_whatever_frames_come_are_read_or_end_the_bot(said: list[tuple[int, int, int, bytes]]) -> None:
    connection, _ = playing()
    with suppress(Ended):
        for each in said:
            connection.received(frame(*each))


# --- flow control


def test_a_long_question_waits_for_room() -> None:
    connection, call = playing()
    words = bytes(range(256)) * 4000
    connection.say([words])
    said = b""
    while True:
        for kind, _, stream, part in frames(sent(connection)):
            assert (kind, stream) == (DATA, 1)
            assert len(part) <= 16_384
            said += part
        if len(said) == len(words) + 5:
            break
        assert connection.is_held_up
        assert len(said) % 65_535 == 0
        connection.count_anew()
        connection.received(frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", 65_535)))
        assert sent(connection) == b""
        connection.received(frame(WINDOW_UPDATE, 0, call.id, struct.pack(">I", 65_535)))
    assert said == message(words)
    assert not connection.is_held_up


def test_what_is_said_while_the_server_is_full_keeps_its_order() -> None:
    connection, call = playing(http2.setting(http2.INITIAL_WINDOW_SIZE, 10))
    connection.say([b"123456789"])
    connection.say([b"abc"])
    connection.say([], last=True)
    connection.received(frame(WINDOW_UPDATE, 0, call.id, struct.pack(">I", 1_000)))
    parts = frames(sent(connection))
    assert b"".join(part for _, _, _, part in parts) == message(b"123456789") + message(b"abc")
    assert parts[-1][:2] == (DATA, END_STREAM)


def test_a_server_may_change_its_mind_about_its_windows() -> None:
    connection, call = playing()
    connection.say([bytes(995)])
    sent(connection)
    connection.received(frame(SETTINGS, 0, 0, http2.setting(http2.INITIAL_WINDOW_SIZE, 500)))
    assert call.window == -500
    sent(connection)
    connection.say([b"x"])
    assert sent(connection) == b""
    connection.received(frame(SETTINGS, 0, 0, http2.setting(http2.INITIAL_WINDOW_SIZE, 2_000)))
    assert (DATA, 0, 1, message(b"x")) in frames(sent(connection))


def test_a_server_may_send_more_once_it_has_used_up_half() -> None:
    connection, _ = playing()
    connection.received(headers())
    for _ in range(3):
        connection.received(frame(DATA, 0, 1, message(bytes(16_000))))
    connection.more()
    assert sent(connection) == b""
    connection.received(frame(DATA, 0, 1, message(bytes(16_000)) + message(bytes(300))))
    connection.received(frame(DATA, 0, 1, message(bytes(16_000))))
    connection.more()
    room = struct.pack(">I", 5 * 16_005 + 305)
    assert frames(sent(connection)) == [(WINDOW_UPDATE, 0, 0, room), (WINDOW_UPDATE, 0, 1, room)]
