"""The referee's end of a line against bytes: frames in pieces, ends, and what is a fault of ours."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator

import pytest

from arena.referee.conduct import DETAIL_LENGTH, OurFault
from arena.referee.line import End, Line
from athanor_contract.frames import HEAD, frame
from athanor_contract.limits.server import MESSAGE as LARGEST
from tests.waiting import other_tasks_run


def said(kind: str, words: bytes = b"") -> bytes:
    return frame(ord(kind), words)


def end(fault: str, detail: str) -> bytes:
    return said("e", json.dumps({"fault": fault, "detail": detail}).encode())


@pytest.fixture
async def pair() -> Iterator[tuple[Line, socket.socket]]:  # type: ignore[misc]
    ours, guards = socket.socketpair()
    guards.setblocking(False)
    line = Line(ours)
    yield line, guards
    line.close()
    guards.close()


Pair = tuple[Line, socket.socket]


async def test_what_is_said_is_framed_and_counted(pair: Pair) -> None:
    line, guard = pair
    await line.ask(b"question", b"news")
    await line.tell(b"more")
    await line.part(b"over")
    assert guard.recv(1000) == said("m", b"news") + said("q", b"question") + said("m", b"more") + said(
        "m", b"over"
    ) + said("d")
    assert line.sent == len(b"question" + b"news" + b"more" + b"over")


async def test_frames_may_be_cut_anywhere(pair: Pair) -> None:
    line, guard = pair
    words = said("m", b"one") + said("m", b"") + said("m", b"x" * LARGEST) + end("closed", "bye")

    async def drip() -> None:
        for at in range(20):
            guard.send(words[at : at + 1])
            await other_tasks_run()
        await asyncio.get_running_loop().sock_sendall(guard, words[20:])

    dripping = asyncio.create_task(drip())
    assert [await line.hear() for _ in range(3)] == [b"one", b"", b"x" * LARGEST]
    assert await line.hear() == End("closed", "bye")
    assert line.received == 3 + LARGEST
    assert line.is_over
    await dripping


async def test_how_long_answers_were_waited_for_is_added_up_and_is_no_message(pair: Pair) -> None:
    line, guard = pair
    for microseconds in (1500, 2_000_250):
        guard.send(said("t", microseconds.to_bytes(8, "little")) + said("m", b"answer"))
        assert await line.hear() == b"answer"
    assert line.waited == 2001.75
    assert line.received == 2 * len(b"answer")


async def test_an_end_is_heard_again_and_again_and_nothing_said_after_it_hurts(pair: Pair) -> None:
    line, guard = pair
    guard.send(end("dead", "its server reset the call (CANCEL)"))
    guard.close()
    for _ in range(3):
        await line.tell(b"anybody?")
        assert await line.hear() == End("dead", "its server reset the call (CANCEL)")


async def test_a_detail_is_cut_and_made_printable(pair: Pair) -> None:
    line, guard = pair
    guard.send(end("dead", "\x1b[2J" + "x" * 3000))
    told = await line.hear()
    assert isinstance(told, End)
    assert told.detail.startswith("?[2Jxxx")
    assert len(told.detail) == DETAIL_LENGTH


FAULTS = {
    "no word": (b"", "ended without a word"),
    "half a word": (said("m", b"answer")[:-2], "ended without a word"),
    "ours": (end("ours", "the guard failed: KeyError: 3"), "the guard failed: KeyError: 3"),
    "no reason": (said("e", b"{}"), "ended with what is no reason"),
    "no JSON": (said("e", b"\xff"), "ended with what is no reason"),
    "an unknown frame": (said("?"), "said a frame 63 of 0 bytes"),
    "a frame that is too long": (
        frame(ord("m"), bytes(LARGEST + 1))[:HEAD],
        f"said a frame 109 of {LARGEST + 1} bytes",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
async def test_what_a_guard_must_not_do_is_a_fault_of_ours(name: str, pair: Pair) -> None:
    words, detail = FAULTS[name]
    line, guard = pair
    guard.send(words)
    guard.close()
    for _ in range(2):
        with pytest.raises(OurFault, match=f"^[^:]*{detail}|^{detail}"):
            await line.hear()
    assert line.is_over


async def test_what_came_before_a_fault_is_still_heard(pair: Pair) -> None:
    line, guard = pair
    guard.send(said("m", b"answer") + said("?"))
    assert await line.hear() == b"answer"
    with pytest.raises(OurFault):
        await line.hear()


async def test_a_long_message_waits_for_its_reader(pair: Pair) -> None:
    line, guard = pair
    words = bytes(3_000_000)
    asking = asyncio.create_task(line.ask(words))
    heard = b""
    while len(heard) < len(words) + HEAD:
        heard += await asyncio.get_running_loop().sock_recv(guard, 1 << 20)
    await asking
    assert heard == said("q", words)


async def test_after_a_frame_that_was_broken_off_nothing_is_said(pair: Pair) -> None:
    """The guard would take it for the rest of that frame."""
    line, guard = pair
    asking = asyncio.create_task(line.ask(bytes(3_000_000)))
    # It says what finds room, and waits.
    await other_tasks_run()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert line.is_over
    heard = 0
    while True:
        try:
            heard += len(guard.recv(1 << 20))
        except BlockingIOError:
            break
    await line.tell(b"x")
    await line.part(b"over")
    with pytest.raises(BlockingIOError):
        guard.recv(1)
    assert 0 < heard < 3_000_000
