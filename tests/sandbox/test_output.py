"""What is kept of a bot's output."""

from __future__ import annotations

import asyncio
import os

from hypothesis import given
from hypothesis import strategies as st

from sandbox.output import Kept, Tap


def test_what_fits_is_kept_whole() -> None:
    kept = Kept(10)
    for piece in (b"12", b"345", b"", b"67890"):
        kept.add(piece)
    assert (kept.bytes, kept.dropped) == (b"1234567890", 0)


def test_of_more_the_head_and_the_tail_are_kept() -> None:
    kept = Kept(10)
    kept.add(b"abcdefghijklmnopqrst")
    kept.add(b"uvwxyz")
    assert kept.bytes == b"abcde\n[... 16 bytes left out ...]\nvwxyz"


@given(st.lists(st.binary(max_size=30), max_size=20), st.integers(2, 40).map(lambda half: 2 * half))
def test_nothing_is_lost_but_the_middle(pieces: list[bytes], limit: int) -> None:
    kept = Kept(limit)
    for piece in pieces:
        kept.add(piece)
    whole = b"".join(pieces)
    if len(whole) <= limit:
        assert kept.bytes == whole
    else:
        half = limit // 2
        assert kept.bytes.startswith(whole[:half] + b"\n[...")
        assert kept.bytes.endswith(b"...]\n" + whole[-half:])
        assert kept.dropped == len(whole) - limit


def test_the_last_line_is_the_last_that_says_something() -> None:
    kept = Kept(100)
    kept.add(b"first\nlast \xff\n\n")
    assert kept.last_line == "last \N{REPLACEMENT CHARACTER}"
    assert Kept(10).last_line == ""


async def test_a_pipe_is_taken_to_its_end() -> None:
    tap = Tap(1000)
    writer = os.dup(tap.to)
    tap.begin()
    os.write(writer, b"one ")
    await asyncio.sleep(0.01)
    os.write(writer, b"two")
    os.close(writer)
    tap.end()
    tap.end()
    assert tap.kept.bytes == b"one two"


async def test_an_end_does_not_wait_for_a_writer_that_goes_on() -> None:
    tap = Tap(1000)
    writer = os.dup(tap.to)
    tap.begin()
    os.write(writer, b"said")
    tap.end()
    os.close(writer)
    assert tap.kept.bytes == b"said"
