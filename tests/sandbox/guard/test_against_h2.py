"""The guard's HTTP/2 against the `h2` package: both read the same bytes, and make the same of them.

`python -m tests.sandbox.guard.fuzz --rounds 30` does for minutes what these tests do for seconds.
"""

from __future__ import annotations

from itertools import pairwise

import pytest
from hpack import Decoder, HPACKError, InvalidTableSizeError
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.guard import hpack
from sandbox.guard.connection import Connection
from sandbox.guard.ending import Ended
from sandbox.guard.program import PLAY
from tests.sandbox.guard.conversations import ODD, RESPONSE, Conversation, block_of, conversations, with_a_table
from tests.sandbox.guard.differences import PRELUDE, compared
from tests.sandbox.guard.stated import LENIENT, STRICTER, Difference

DECODER_LIMITS = ("more than 128 of them", "a number that is too large")
"""What our HPACK refuses by a limit of its own, and h2's takes."""


@pytest.mark.slow
@settings(max_examples=300)
@given(conversations(mutations=0))
def test_what_a_server_may_say_ours_and_h2_take_for_the_same(conversation: Conversation) -> None:
    assert compared(conversation).kind in ("both accept", "the server leaves")


@pytest.mark.slow
@settings(max_examples=600)
@given(conversations(mutations=3))
def test_what_is_wrong_ours_and_h2_refuse_or_it_is_stated_why_not(conversation: Conversation) -> None:
    compared(conversation)


@pytest.mark.parametrize(
    ("kind", "difference"),
    [*(("lenient", each) for each in LENIENT), *(("stricter", each) for each in STRICTER)],
    ids=lambda value: value.name.replace(" ", "-") if isinstance(value, Difference) else value,
)
def test_a_stated_difference_is_one(kind: str, difference: Difference) -> None:
    assert difference.reason.endswith(".")
    assert compared(Conversation(difference.shown, 0)) == (kind, difference.name)


def decoder() -> Decoder:
    """That has told its server to keep no table, and to whom the server has said that it keeps none."""
    found = Decoder(max_header_list_size=1 << 30)
    found.header_table_size = found.max_allowed_table_size = 0
    return found


def check_block(block: bytes) -> None:
    """Ours reads it as h2's HPACK does, or refuses it as that does."""
    try:
        theirs = [tuple(field) for field in decoder().decode(block, raw=True)]
    except (HPACKError, IndexError):
        theirs = None
    ours, refused = None, ""
    try:
        ours = hpack.fields(block)
    except Ended as ended:
        refused = ended.detail
    assert ours == theirs or any(limit in refused for limit in DECODER_LIMITS), refused


@st.composite
def mutated_blocks(draw: st.DrawFn) -> bytes:
    fields = draw(st.lists(ODD | st.sampled_from(RESPONSE) | st.tuples(st.binary(), st.binary()), max_size=6))
    block = bytearray(block_of(draw, fields) if draw(st.booleans()) else with_a_table(fields))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(block)))
        block[at : at + draw(st.integers(0, 2))] = draw(st.binary(max_size=2))
    return bytes(block)


@pytest.mark.slow
@settings(max_examples=600)
@given(mutated_blocks() | st.binary(max_size=60))
def test_headers_are_decoded_as_h2_decodes_them(block: bytes) -> None:
    check_block(block)


def test_a_server_that_has_not_said_that_its_table_is_gone_is_refused_at_its_first_use_of_it() -> None:
    """h2 refuses it at once (RFC 7541, 4.2). Its literals say the same with and without a table."""
    told_to = Decoder()
    told_to.max_allowed_table_size = 0
    without_news = bytes.fromhex("88400161016288")
    with pytest.raises(InvalidTableSizeError):
        told_to.decode(without_news)
    assert hpack.fields(without_news) == [(b":status", b"200"), (b"a", b"b"), (b":status", b"200")]
    with pytest.raises(Ended, match="number 62 of a table of 61"):
        hpack.fields(without_news + b"\xbe")


@pytest.mark.slow
@settings(max_examples=150)
@given(conversations(mutations=3), st.lists(st.integers(1, 1 << 16), max_size=8))
def test_what_a_server_says_is_the_same_however_its_bytes_are_cut(said: Conversation, cuts: list[int]) -> None:
    words = b"".join([*PRELUDE, *said.frames])
    places = [0, *sorted({cut for cut in cuts if cut < len(words)}), len(words)]
    assert heard([words]) == heard([words[start:stop] for start, stop in pairwise(places)])


def heard(parts: list[bytes]) -> tuple[list[bytes], str, bytes]:
    """Messages, the sentence of the end, and what was said in turn."""
    connection = Connection()
    connection.open(b"/first")
    call = connection.open(PLAY)
    end = ""
    try:
        for part in parts:
            connection.received(part)
    except Ended as ended:
        end = ended.detail
    return call.heard, end or str(call.status), b"".join(connection.out)
