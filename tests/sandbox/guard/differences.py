"""Ours and h2 read the same bytes side by side, frame by frame. Where they may differ stands in `stated`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from h2.exceptions import H2Error

from sandbox.guard.connection import Connection
from sandbox.guard.ending import Ended
from sandbox.guard.http2 import (
    ACK,
    DATA,
    END_HEADERS,
    END_STREAM,
    HEADERS,
    LARGEST_WINDOW,
    PING,
    SETTINGS,
    WINDOW_UPDATE,
    frame,
    name_of,
)
from sandbox.guard.program import HEALTH, PLAY
from tests.sandbox.guard.conversations import HEALTH_CALL, PLAY_CALL, Conversation
from tests.sandbox.guard.oracle import Oracle
from tests.sandbox.guard.stated import LENIENT, STRICTER, Difference

Answers = list[tuple[int, bytes]]

PRELUDE = (
    frame(SETTINGS, 0, 0),
    frame(SETTINGS, ACK, 0),
)
HEALTHY = (
    frame(HEADERS, END_HEADERS, HEALTH_CALL, b"\x20\x88\x0f\x10\x10application/grpc"),
    frame(DATA, 0, HEALTH_CALL, b"\0\0\0\0\x02\x08\x01"),
    frame(HEADERS, END_HEADERS | END_STREAM, HEALTH_CALL, b"\0\x0bgrpc-status\x010"),
)


class Outcome(NamedTuple):
    kind: str
    detail: str = ""


class Pair:
    """A guard's connection and h2's, at the moment when the guard has made its second call."""

    def __init__(self, question: int) -> None:
        self.ours, self.theirs = Connection(), Oracle()
        self._both(PRELUDE)
        call = self.ours.open(HEALTH)
        self.theirs.open(HEALTH.decode())
        self.ours.say([b""], last=True)
        self.theirs.say(5)
        self.theirs.close()
        self._both(HEALTHY)
        assert call.heard == [b"\x08\x01"]
        assert self.theirs.is_over
        self.ours.count_anew()
        self.call = self.ours.open(PLAY)
        self.theirs.open(PLAY.decode())
        self.theirs.sent = self._sent = 0
        self.ours.out.clear()
        if question:
            self.ours.say([bytes(question)])
            self.theirs.say(question + 5)
        self._told()

    def _both(self, frames: tuple[bytes, ...]) -> None:
        for each in frames:
            self.ours.received(each)
            self.theirs.received(each)

    def _named(self, words: bytes) -> str:
        """What h2 refuses: half a frame, or one of which kind, and whether its call is over."""
        if len(words) < 9 or len(words) < 9 + int.from_bytes(words[:3], "big"):
            return "half a frame"
        stream = int.from_bytes(words[5:9], "big") & LARGEST_WINDOW
        is_over = stream == HEALTH_CALL or (stream == PLAY_CALL and self.call.status is not None)
        return name_of(words[3]) + (" of a call that is over" if is_over else "")

    def received(self, words: bytes) -> Outcome | None:
        """What both make of one frame; None: the same. Raises AssertionError."""
        before = list(self.call.heard)
        ended = error = None
        answered = b""
        try:
            self.ours.received(words)
        except Ended as problem:
            ended = problem
        try:
            answered = self.theirs.received(words)
        except H2Error as problem:
            error = problem
        if error is not None:
            if ended is None:
                return Outcome(
                    "lenient", _stated(LENIENT, f"{self._named(words)}: {type(error).__name__}: {error}")
                )
            assert self.call.heard == before, "a message of a frame that h2 refuses"
            return Outcome("both refuse")
        assert self.call.heard == self.theirs.messages[: len(self.call.heard)]
        if ended is not None:
            return Outcome("stricter", _stated(STRICTER, ended.detail))
        self._check_equal(answered)
        return None

    def _check_equal(self, answered: bytes) -> None:
        assert self.call.heard == self.theirs.messages
        assert (self.call.status is not None) == self.theirs.is_over
        if self.theirs.is_leaving:
            return
        assert self._told() == _answers(answered)
        assert self.call.status is not None or self._sent == self.theirs.sent

    def _told(self) -> Answers:
        """What ours has said since: its answers; h2 is told what it allows."""
        self.ours.more()
        words = b"".join(self.ours.out)
        self.ours.out.clear()
        for kind, stream, payload in _frames(words):
            if kind == DATA:
                self._sent += len(payload)
            elif kind == WINDOW_UPDATE:
                self.theirs.allow(stream, int.from_bytes(payload, "big"))
        return _answers(words)


def _frames(words: bytes) -> list[tuple[int, int, bytes]]:
    found = []
    while words:
        size = int.from_bytes(words[:3], "big")
        found.append((words[3], int.from_bytes(words[5:9], "big"), words[9 : 9 + size]))
        words = words[9 + size :]
    return found


def _answers(words: bytes) -> Answers:
    """To PING and SETTINGS."""
    return [(kind, payload) for kind, _, payload in _frames(words) if kind in (PING, SETTINGS)]


def _stated(differences: Sequence[Difference], said: str) -> str:
    """The name of the difference that this is. Raises AssertionError."""
    for difference in differences:
        if re.search(difference.pattern, said):
            return difference.name
    raise AssertionError(f"a difference that nobody has stated: {said}")


def compared(conversation: Conversation) -> Outcome:
    """What ours and h2 make of it. Raises AssertionError where they differ and nothing states why."""
    pair = Pair(conversation.question)
    for words in conversation.frames:
        if (outcome := pair.received(words)) is not None:
            return outcome
        if pair.theirs.is_leaving:
            # h2 takes nothing more, where a server may finish its calls.
            return Outcome("the server leaves")
    return Outcome("both accept")
