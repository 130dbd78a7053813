"""What is kept of a bot's output."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.output import PAUSE, Kept, Tap
from tests.waiting import other_tasks_run, reached


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
    await reached(lambda: tap.kept.bytes == b"one ", "what was written first")
    os.write(writer, b"two")
    os.close(writer)
    tap.end()
    tap.end()
    assert tap.kept.bytes == b"one two"


async def test_many_small_pieces_do_not_wake_us_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """However little there is at a time: after a look comes a rest, and what comes meanwhile waits in the pipe."""
    tap = Tap(1000)
    looks: list[int | None] = []
    rests: list[tuple[float, Callable[[], None]]] = []
    take = tap._take

    def counted() -> int | None:
        looks.append(take())
        return looks[-1]

    def resting(seconds: float, then: Callable[[], None]) -> asyncio.TimerHandle:
        rests.append((seconds, then))
        return call_later(0, lambda: None)

    call_later = asyncio.get_running_loop().call_later
    monkeypatch.setattr(tap, "_take", counted)
    writer = os.dup(tap.to)
    tap.begin()
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", resting)
    for _ in range(3):
        for _ in range(500):
            os.write(writer, b"a line\n")
            await other_tasks_run()
        assert len(looks) == len(rests)
        seconds, then = rests[-1]
        assert seconds == PAUSE
        then()
    monkeypatch.undo()
    os.close(writer)
    assert len(looks) == 3
    tap.end()
    assert tap.kept.dropped + 1000 == 1500 * len(b"a line\n")


async def test_an_end_does_not_wait_for_a_writer_that_goes_on() -> None:
    tap = Tap(1000)
    writer = os.dup(tap.to)
    tap.begin()
    os.write(writer, b"said")
    tap.end()
    os.close(writer)
    assert tap.kept.bytes == b"said"


async def test_the_last_line_is_there_as_soon_as_it_was_written() -> None:
    """A program's end may be seen before what it said last was read."""
    tap = Tap(1000)
    write = os.dup(tap.to)
    tap.begin()
    os.write(write, b"first\nKeyError: 'no book'\n")
    assert tap.last_line() == "KeyError: 'no book'"
    os.close(write)
    tap.end()
    assert tap.last_line() == "KeyError: 'no book'"
