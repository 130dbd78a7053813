"""What servers may say to a guard, for hypothesis to draw: valid frames, and mutations of them."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from hpack import Encoder
from hypothesis import strategies as st

from sandbox.guard import http2
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
)

Draw = st.DrawFn
Field = tuple[bytes, bytes]

HEALTH_CALL, PLAY_CALL = 1, 3
"""The streams of a guard's calls."""
STREAMS = (0, HEALTH_CALL, 2, PLAY_CALL, 5, http2.LARGEST_WINDOW)
LARGE = 15_000
QUESTIONS = (0, 10, 70_000, 200_000)
"""Bytes of what the guard says first: more than the server's window is held up."""


class Frame(NamedTuple):
    kind: int
    flags: int
    stream: int
    payload: bytes = b""

    @property
    def written(self) -> bytes:
        return http2.frame(*self)


class Conversation(NamedTuple):
    frames: list[bytes]
    question: int
    """Bytes that the guard says before the server does."""


# --- header blocks

RESPONSE = [(b":status", b"200"), (b"content-type", b"application/grpc")]
TEXTS = st.binary(max_size=12) | st.text("abcxyz-09 ~", max_size=20).map(str.encode)
FIELDS = st.tuples(
    st.text("abcxyz-09", min_size=1, max_size=12).map(str.encode),
    st.text("AZaz09;=/", max_size=20).map(str.encode),
)
ODD = st.sampled_from(
    (
        (b":status", b"200"),
        (b":status", b"404"),
        (b":path", b"/"),
        (b":other", b"x"),
        (b"", b"x"),
        (b"Upper", b"x"),
        (b"a b", b"x"),
        (b"a:b", b"x"),
        (b"caf\xc3\xa9", b"x"),
        (b"x", b" y"),
        (b"x", b"y\t"),
        (b"x", b"a\nb"),
        (b"x", b"\0"),
        (b"connection", b"close"),
        (b"keep-alive", b"1"),
        (b"transfer-encoding", b"chunked"),
        (b"upgrade", b"h2c"),
        (b"proxy-connection", b"x"),
        (b"te", b"gzip"),
        (b"te", b"trailers"),
        (b"content-length", b"0"),
        (b"content-length", b"5"),
        (b"content-length", b"x"),
        (b"grpc-status", b"0"),
        (b"content-type", b"text/html"),
        (b"grpc-status", b"-1"),
        (b"host", b"x"),
        (b"cookie", b"a=b"),
    )
)


def block_of(draw: Draw, fields: Sequence[Field]) -> bytes:
    """Without a table, and each field in one of the ways that are left."""
    encoder = Encoder()
    encoder.header_table_size = 0
    parts = [encoder.encode([]) * draw(st.integers(1, 2))]
    parts += [encoder.add(field, draw(st.booleans()), draw(st.booleans())) for field in fields]
    return b"".join(parts)


def with_a_table(fields: Sequence[Field]) -> bytes:
    """As of a server that has not heard of the guard's settings: the second time each field is an index."""
    encoder = Encoder()
    encoder.encode(fields)
    return encoder.encode(fields)


# --- frames


def padded(draw: Draw, kind: int, flags: int, stream: int, payload: bytes) -> Frame:
    # h2 refuses padding with no fields beside it, which the RFC does not.
    if draw(st.integers(0, 3)) or (kind == HEADERS and not payload):
        return Frame(kind, flags, stream, payload)
    padding = draw(st.integers(0, 40))
    return Frame(kind, flags | PADDED, stream, bytes([padding]) + payload + bytes(padding))


def headers(draw: Draw, stream: int, fields: Sequence[Field], flags: int = 0) -> list[Frame]:
    """One frame, or several that continue it."""
    return in_frames(draw, stream, block_of(draw, fields), flags)


def in_frames(draw: Draw, stream: int, block: bytes, flags: int) -> list[Frame]:
    cuts = sorted(draw(st.lists(st.integers(0, len(block)), max_size=3)))
    first, *rest = [block[start:stop] for start, stop in zip([0, *cuts], [*cuts, len(block)], strict=True)]
    if draw(st.integers(0, 5)) == 5:
        flags |= WITH_PRIORITY
        first = (
            struct.pack(">IB", draw(st.sampled_from((0, HEALTH_CALL, 1 << 31))), draw(st.integers(0, 255))) + first
        )
    found = [padded(draw, HEADERS, flags | (0 if rest else END_HEADERS), stream, first)]
    found += [Frame(CONTINUATION, 0, stream, part) for part in rest]
    if rest:
        found[-1] = found[-1]._replace(flags=END_HEADERS)
    return found


MESSAGES = st.lists(
    st.binary(max_size=30) | st.binary(max_size=3).map(lambda words: words * (LARGE // 3)), max_size=4
)
SETTING = st.one_of(
    st.tuples(st.just(http2.HEADER_TABLE_SIZE), st.sampled_from((0, 4096, 1 << 20))),
    st.tuples(st.just(http2.ENABLE_PUSH), st.just(0)),
    st.tuples(st.just(http2.MAX_CONCURRENT_STREAMS), st.integers(2, 1 << 31)),
    st.tuples(st.just(http2.INITIAL_WINDOW_SIZE), st.sampled_from((0, 1, 500, 65_535, 100_000, 1 << 24))),
    st.tuples(st.just(http2.MAX_FRAME_SIZE), st.sampled_from((16_384, 16_777_215))),
    st.tuples(st.just(http2.MAX_HEADER_LIST_SIZE), st.integers(0, 1 << 31)),
    st.tuples(st.sampled_from((0, 7, 9, 0xF000)), st.integers(0, 1 << 31)),
)
ODD_SETTING = st.tuples(
    st.integers(0, 9), st.sampled_from((0, 1, 2, 16_383, 16_384, 1 << 24, (1 << 31) - 1, 1 << 31, (1 << 32) - 1))
)


def settings_of(values: Sequence[tuple[int, int]]) -> bytes:
    return b"".join(struct.pack(">HI", *each) for each in values)


def data(draw: Draw, stream: int, messages: Sequence[bytes]) -> list[Frame]:
    """Messages as gRPC writes them, cut into frames anywhere."""
    words = b"".join(b"\0" + struct.pack(">I", len(message)) + message for message in messages)
    cuts = sorted(draw(st.lists(st.integers(0, len(words)), max_size=3)))
    # Whatever is still too long for one frame is cut where it must be.
    places = sorted({0, *cuts, *range(0, len(words), LARGE), len(words)})
    return [padded(draw, DATA, 0, stream, words[start:stop]) for start, stop in pairwise(places)]


def control(draw: Draw, stream: int) -> Frame:
    which = draw(st.integers(0, 6))
    if which == 0:
        return Frame(PING, draw(st.sampled_from((0, ACK))), 0, draw(st.binary(min_size=8, max_size=8)))
    if which == 1:
        return Frame(SETTINGS, 0, 0, settings_of(draw(st.lists(SETTING, max_size=3))))
    if which == 2:
        more = draw(st.sampled_from((1, 500, 65_535, 1 << 20)))
        return Frame(WINDOW_UPDATE, 0, draw(st.sampled_from((0, stream, HEALTH_CALL))), struct.pack(">I", more))
    if which == 3:
        return Frame(PRIORITY, 0, stream, struct.pack(">IB", 0, draw(st.integers(0, 255))))
    if which == 4:
        return Frame(draw(st.integers(11, 255)), draw(st.integers(0, 255)), stream, draw(st.binary(max_size=20)))
    if which == 5:
        return Frame(DATA, 0, stream)
    return Frame(SETTINGS, ACK, 0)


def ending(draw: Draw, stream: int, is_answered: bool) -> list[Frame]:
    which = draw(st.integers(0, 4))
    if which == 0:
        return [Frame(RST_STREAM, 0, stream, struct.pack(">I", draw(st.integers(0, 20))))]
    if which == 1:
        return [Frame(GOAWAY, 0, 0, struct.pack(">II", stream, 0) + draw(st.binary(max_size=10)))]
    if which == 2:
        return []
    fields = [] if is_answered else list(RESPONSE)
    fields += [(b"grpc-status", draw(st.sampled_from((b"0", b"10", b"3")))), (b"grpc-message", b"no%20more")]
    return headers(draw, stream, fields, END_STREAM)


@st.composite
def valid(draw: Draw, stream: int = PLAY_CALL) -> list[Frame]:
    """What a server may say on one call, with frames that carry no message wherever they may stand."""
    groups: list[list[Frame]] = []
    is_answered = draw(st.integers(0, 5)) > 0
    if is_answered:
        extra = draw(st.lists(FIELDS, max_size=2))
        groups.append(headers(draw, stream, [*RESPONSE, *extra]))
        groups += [[frame] for frame in data(draw, stream, draw(MESSAGES))]
    groups.append(ending(draw, stream, is_answered))
    found: list[Frame] = []
    for place, group in enumerate(groups):
        for _ in range(draw(st.integers(0, 2))):
            frame = control(draw, stream)
            # An empty DATA is one of the messages' frames: not before the headers.
            if frame.kind != DATA or (place > 0 and is_answered):
                found.append(frame)
        found += group
    return found


# --- mutations

Mutation = Callable[[Draw, list[Frame], int], None]


def drop(draw: Draw, frames: list[Frame], at: int) -> None:
    del frames[at]


def repeat(draw: Draw, frames: list[Frame], at: int) -> None:
    frames.insert(draw(st.integers(at, len(frames))), frames[at])


def swap(draw: Draw, frames: list[Frame], at: int) -> None:
    other = draw(st.integers(0, len(frames) - 1))
    frames[at], frames[other] = frames[other], frames[at]


def other_flags(draw: Draw, frames: list[Frame], at: int) -> None:
    flag = draw(st.sampled_from((END_STREAM, END_HEADERS, PADDED, WITH_PRIORITY, 0x40)))
    frames[at] = frames[at]._replace(flags=frames[at].flags ^ flag)


def other_stream(draw: Draw, frames: list[Frame], at: int) -> None:
    frames[at] = frames[at]._replace(stream=draw(st.sampled_from(STREAMS)))


def other_kind(draw: Draw, frames: list[Frame], at: int) -> None:
    frames[at] = frames[at]._replace(kind=draw(st.integers(0, 11)))


def cut(draw: Draw, frames: list[Frame], at: int) -> None:
    payload = frames[at].payload
    frames[at] = frames[at]._replace(payload=payload[: draw(st.integers(0, len(payload)))])


def lengthen(draw: Draw, frames: list[Frame], at: int) -> None:
    more = draw(st.binary(min_size=1, max_size=12))
    frames[at] = frames[at]._replace(payload=(frames[at].payload + more)[:16_385])


def other_byte(draw: Draw, frames: list[Frame], at: int) -> None:
    payload = bytearray(frames[at].payload)
    if payload:
        place = draw(st.integers(0, len(payload) - 1) | st.integers(0, min(20, len(payload) - 1)))
        payload[place] = draw(st.integers(0, 255))
    frames[at] = frames[at]._replace(payload=bytes(payload))


def odd_settings(draw: Draw, frames: list[Frame], at: int) -> None:
    values = draw(st.lists(ODD_SETTING | SETTING, min_size=1, max_size=3))
    frames.insert(at, Frame(SETTINGS, 0, 0, settings_of(values)))


def odd_window(draw: Draw, frames: list[Frame], at: int) -> None:
    more = draw(st.sampled_from((0, 1, (1 << 31) - 1, 1 << 31, (1 << 31) - 65_536, (1 << 32) - 1)))
    frames.insert(at, Frame(WINDOW_UPDATE, 0, draw(st.sampled_from(STREAMS)), struct.pack(">I", more)))


def odd_fields(draw: Draw, frames: list[Frame], at: int) -> None:
    """Headers with what they may not have, before, among and behind their own."""
    fields: list[Field] = draw(st.sampled_from((RESPONSE, [(b"grpc-status", b"0")], RESPONSE[:1], [])))[:]
    for field in draw(st.lists(ODD | FIELDS | st.tuples(TEXTS, TEXTS), min_size=1, max_size=3)):
        fields.insert(draw(st.integers(0, len(fields))), field)
    places = [place for place, frame in enumerate(frames) if frame.kind == HEADERS]
    flags = draw(st.sampled_from((0, END_STREAM)))
    if places:
        at = draw(st.sampled_from(places))
        flags = frames[at].flags & END_STREAM
        last = at
        while last + 1 < len(frames) and frames[last + 1].kind == CONTINUATION:
            last += 1
        del frames[at : last + 1]
    block = block_of(draw, fields) if draw(st.integers(0, 5)) else with_a_table(fields)
    frames[at:at] = in_frames(draw, PLAY_CALL, block, flags)


def odd_frame(draw: Draw, frames: list[Frame], at: int) -> None:
    payload = draw(st.binary(max_size=20))
    kind, flags = draw(st.integers(0, 11)), draw(st.integers(0, 255))
    frames.insert(at, Frame(kind, flags, draw(st.sampled_from(STREAMS)), payload))


MUTATIONS: Sequence[Mutation] = (
    drop, repeat, swap, other_flags, other_stream, other_kind, cut, lengthen, other_byte, odd_settings, odd_window,
    odd_fields, odd_fields, odd_frame,
)  # fmt: skip


def read_anew(words: bytes) -> list[bytes]:
    """The frames that a reader finds; the last one may be none."""
    found = []
    while words:
        size = 9 + int.from_bytes(words[:3], "big")
        found.append(words[:size])
        words = words[size:]
    return found


@st.composite
def conversations(draw: Draw, mutations: int) -> Conversation:
    """With at most so many mutations of frames, and then perhaps of one length."""
    frames = draw(valid())
    for _ in range(draw(st.integers(0, mutations))):
        if frames:
            draw(st.sampled_from(MUTATIONS))(draw, frames, draw(st.integers(0, len(frames) - 1)))
    written = [frame.written for frame in frames]
    if mutations and frames and draw(st.integers(0, 9)) == 9:
        at = draw(st.integers(0, len(written) - 1))
        written[at] = written[at][:2] + bytes([draw(st.integers(0, 255))]) + written[at][3:]
    return Conversation(read_anew(b"".join(written)), draw(st.sampled_from(QUESTIONS)))
