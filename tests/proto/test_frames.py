"""The frames between referee and guard: one layout, cut anywhere, bounded."""

from __future__ import annotations

import pytest

from athanor_contract.frames import END, HEAD, MESSAGE, QUESTION, TIME, BadFrame, Frames, frame, head

SAID = [(MESSAGE, b"one"), (QUESTION, b""), (TIME, b"\0" * 8), (END, b"{}")]
BYTES = b"".join(frame(kind, words) for kind, words in SAID)


def test_a_frame_is_its_length_its_kind_and_its_bytes() -> None:
    assert frame(MESSAGE, b"abc") == b"\x03\0\0\0mabc"
    assert frame(MESSAGE) == b"\0\0\0\0m"
    assert head(frame(QUESTION, b"x" * 70_000)[:HEAD]) == (QUESTION, 70_000)


@pytest.mark.parametrize("cut", range(1, len(BYTES)))
def test_frames_may_be_cut_anywhere(cut: int) -> None:
    reader = Frames(100)
    assert [*reader.take(BYTES[:cut]), *reader.take(BYTES[cut:])] == SAID


def test_frames_may_come_byte_by_byte() -> None:
    reader = Frames(100)
    assert [found for at in range(len(BYTES)) for found in reader.take(BYTES[at : at + 1])] == SAID


def test_a_frame_that_is_too_long_is_refused_by_its_head_and_after_those_before_it() -> None:
    taken = Frames(3).take(frame(QUESTION, b"abc") + frame(MESSAGE, b"abcd")[:HEAD])
    assert next(taken) == (QUESTION, b"abc")
    with pytest.raises(BadFrame, match=f"a frame {MESSAGE} of 4 bytes") as bad:
        next(taken)
    assert (bad.value.kind, bad.value.length) == (MESSAGE, 4)
