"""The stream between the referee and the program."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import grpc

from athanor_adapter.lines import lines_of, message_of_line
from athanor_adapter.program import Ended, Malformed, Program
from athanor_bot.serving import ended
from athanorpb.open_games import learn
from athanorpb.v1 import bot_pb2

EXPECTED = {"welcome": "ready", "ask": "answer", "refused": "answer"}
"""What the program has to say to each kind of message before it is told anything more."""


def asked_by(message: bot_pb2.ToBot) -> str:
    """A message that asks for an answer, in words; "": it asks for none."""
    kind = message.WhichOneof("kind")
    if kind == "ask":
        return f"ask {message.ask.number} ({message.ask.question})"
    return {"welcome": "the welcome", "refused": "the refusal of its answer"}.get(kind or "", "")


class Matches:
    """One program plays one match: a second stream is refused."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.finished = threading.Event()
        self.finished.set()
        self._begun = False
        self._told = ""
        """The last line that asks for an answer, while there is none."""

    def standing(self) -> str:
        """Which answer of the program is missing: for the log of a program that took too long."""
        if not self._told:
            return "the program was not asked anything yet, or has answered all"
        read = "has not read it yet" if self.program.unread else "has read it, and has printed no line since"
        if half := self.program.half_said():
            read += f"; what it printed has no line feed: {half!r:.80}"
        return (
            f"the last line sent to the program is {self._told}. The program {read}. End each answer with a line"
            " feed and flush it. To see where the program is, print to stderr, which is this log"
        )

    def play(self, requests: Iterator[bot_pb2.ToBot], context: grpc.ServicerContext) -> Iterator[bot_pb2.FromBot]:
        if self._begun:
            context.abort(grpc.StatusCode.FAILED_PRECONDITION, "this program has played its match")
        self._begun = True
        self.finished.clear()
        try:
            yield from self._answers(requests)
        except Malformed as problem:
            ended(context, grpc.StatusCode.INVALID_ARGUMENT, str(problem))
        except Ended as problem:
            ended(context, grpc.StatusCode.ABORTED, str(problem))
        except grpc.RpcError:
            # The referee has left.
            return
        finally:
            self.program.close_input()
            self.finished.set()

    def _answers(self, requests: Iterator[bot_pb2.ToBot]) -> Iterator[bot_pb2.FromBot]:
        game, number, untold = "", 0, b""
        for message in requests:
            kind = message.WhichOneof("kind")
            if kind == "welcome":
                game = message.welcome.game
                learn(game, message.welcome.messages)
                message.welcome.ClearField("messages")
            elif kind == "ask":
                number = message.ask.number
            untold += lines_of(message)
            if kind == "event":
                # Events are told together with what follows them: the program wakes once.
                continue
            if kind == "ask":
                yield from self._unasked(number, game)
            self._told = asked_by(message)
            self._tell(untold, kind)
            untold = b""
            expected = EXPECTED.get(kind or "")
            while expected:
                said = message_of_line(self.program.line(), number, game)
                if said is not None:
                    yield said
                    if said.WhichOneof("kind") == expected:
                        self._told = ""
                        break

    def _tell(self, lines: bytes, kind: str | None) -> None:
        try:
            self.program.tell(lines)
        except Ended:
            # A program that leaves after its last answer has done its part.
            if kind in EXPECTED:
                raise

    def _unasked(self, number: int, game: str) -> Iterator[bot_pb2.FromBot]:
        """The notes that the program wrote since its last answer. Raises Malformed at an answer to no question."""
        for line in self.program.waiting():
            said = message_of_line(line, number, game)
            if said is None:
                continue
            if said.WhichOneof("kind") == "answer":
                raise Malformed(f"the program said {line[:80]!r} before it was asked: one answer to one ask")
            yield said
