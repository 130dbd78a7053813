"""A bot behind a gRPC server of its own, as one match sees it: messages over a line.

The line leads to a guard (see `arena.referee.line`), which bounds all that the server may do to its client. What
is left for us to doubt are the messages: each is at most 64 KB, none need be one, and notes are listened to only
so often. A line that has ended is a bot that is out: there are no retries and no reconnecting.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from google.protobuf.message import DecodeError

from arena.games.registry import game_named
from arena.referee import faults
from arena.referee.asking import PROTOCOL, Ask, Over, Welcome
from arena.referee.conduct import Answer, Corrected, Failed, Note, OurFault, Out, Refusal, Reply
from arena.referee.line import End, Line
from arena.referee.wire import wire_of
from athanorpb.v1 import bot_pb2

MOST_NOTES: Final = 1_000
"""A match. A bot that says more is malformed: notes are for its author, and nobody reads so many."""

OUT_OF: Final = {"malformed": Out.MALFORMED}
"""By the fault of a line's end; any other is a bot that is dead."""


class RemotePlayer:
    """The player of one bot in one match."""

    def __init__(
        self,
        line: Line,
        *,
        startup: float = 0.0,
        cpu: Callable[[], float | None] | None = None,
        note: Callable[[Note], None] | None = None,
        corrected: Callable[[Corrected], None] | None = None,
    ) -> None:
        """`cpu` gives the milliseconds that its sandbox has used; the others take what is for its author."""
        self.startup = startup
        self.line = line
        self._cpu = cpu
        self._note = note
        self._notes = 0
        self._corrected = corrected
        self._asked: Ask | None = None
        self._answered: Answer | None = None

    async def welcome(self, welcome: Welcome) -> Failed | None:
        self._wire = wire_of(game_named(welcome.game))
        await self.line.ask(self._wire.welcome(welcome))
        message = await self._read()
        if isinstance(message, Failed):
            return Failed(Out.NEVER_READY, message.detail)
        if message.WhichOneof("kind") != "ready":
            return faults.BAD_READY.failed(what=said(message))
        if message.ready.protocol not in (0, PROTOCOL):
            return faults.OTHER_PROTOCOL.failed(version=message.ready.protocol, ours=PROTOCOL)
        return None

    async def ask(self, ask: Ask) -> Reply:
        self._asked = ask
        happenings = ask.happenings
        before = self._wire.happened(happenings) if happenings else None
        # While another was on turn: it is not this question that it came to its end at.
        early = self.line.is_ended
        reply = await self._exchange(self._wire.ask(ask), before)
        return replace(reply, early=True) if early and isinstance(reply, Failed) else reply

    async def refused(self, refusal: Refusal) -> Reply:
        if self._corrected is not None and self._asked is not None and self._answered is not None:
            given = self._answered.choice
            answer = given if isinstance(given, int | dict) else self._asked.game.actions.document(given)
            told = (refusal.number, self._asked.question, answer, refusal.code, refusal.reason)
            self._corrected(Corrected(*told))
        return await self._exchange(self._wire.refused(refusal))

    async def _exchange(self, words: bytes, before: bytes | None = None) -> Reply:
        await self.line.ask(words, before)
        message = await self._read()
        if isinstance(message, Failed):
            return message
        if message.WhichOneof("kind") != "answer":
            return faults.NO_ANSWER.failed(what=said(message))
        answer = message.answer
        choice = answer.WhichOneof("choice")
        if choice is not None:
            given = answer.index if choice == "index" else self._wire.said(answer.action)
            self._answered = Answer(answer.number, given)
            return self._answered
        return faults.EMPTY_ANSWER.failed()

    async def _read(self) -> bot_pb2.FromBot | Failed:
        """The next message that is no note."""
        while True:
            words = await self.line.hear()
            if isinstance(words, End):
                return Failed(OUT_OF.get(words.fault, Out.DEAD), _told(words.detail))
            try:
                message = bot_pb2.FromBot.FromString(words)
            except DecodeError:
                return faults.NO_MESSAGE.failed(bytes=len(words))
            kind = message.WhichOneof("kind")
            if kind == "note":
                self._notes += 1
                if self._notes > MOST_NOTES:
                    return faults.NOTES.failed(allowed=MOST_NOTES)
                if self._note is not None:
                    self._note(Note(0 if self._asked is None else self._asked.number, message.note.text))
            elif kind is not None:
                # A message of a kind that we do not know is ignored.
                return message

    async def over(self, over: Over) -> None:
        if self.line.is_over:
            return
        happened = [self._wire.happened(over.happenings)] if over.happenings else []
        # The match is over: that it went first, or how it went, changes nothing.
        with contextlib.suppress(OurFault):
            await self.line.part(*happened, self._wire.over(over))
            while not isinstance(await self.line.hear(), End):
                continue

    async def close(self) -> None:
        self.line.close()

    def cpu(self) -> float | None:
        return None if self._cpu is None else self._cpu()

    def waited(self) -> float | None:
        return self.line.waited


def _told(detail: str) -> str:
    """What a guard says at its end; the status of a call alone would be nobody's sentence."""
    return faults.CALL_ENDED.says.format(status=detail) if faults.STATUS.match(detail) else detail


def said(message: bot_pb2.FromBot) -> str:
    kind = message.WhichOneof("kind")
    return {"ready": "ready", "answer": "an answer"}.get(kind or "", "nothing that we know")
