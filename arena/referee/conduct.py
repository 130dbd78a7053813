"""How a bot may behave, and what becomes of one that does not. Its faults in detail are `arena.referee.faults`.

An answer that is not legal is told back with its code and may be corrected within the clock, `STRIKES` times a
match; one more and the bot is out. Every other fault has the bot out at once. The seat of a bot that is out is
played to the end by the game's autopilot and ranks last; of two that are out the earlier ranks lower. The others'
result stands. What is not the bot's fault is a `Void`: the match is played again.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

STRIKES: Final = 3
"""Illegal answers that a bot may correct, a match."""

DETAIL_LENGTH: Final = 500
"""Characters kept of what a bot, or a library speaking of a bot, says about a failure."""


class Out(StrEnum):
    """Why a bot is out; the value stands in records and replays."""

    NEVER_READY = "never-ready"
    ILLEGAL = "illegal"
    OUT_OF_TIME = "out-of-time"
    SILENT = "silent"
    DEAD = "dead"
    MALFORMED = "malformed"

    @property
    def meaning(self) -> str:
        return MEANINGS[self]


MEANINGS: Final = {
    Out.NEVER_READY: "It did not say that it was ready within its start-up budget.",
    Out.ILLEGAL: f"It gave more than {STRIKES} illegal answers in one match.",
    Out.OUT_OF_TIME: "It used up its bank of thinking time, or its share of the match's wall time.",
    Out.SILENT: "It gave no answer within the wall time that one answer may take.",
    Out.DEAD: "Its program ended, or closed the connection.",
    Out.MALFORMED: "It said something that is no answer to what was asked.",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot said to an ask: a document of an action, or the place of one in the list of legal actions."""

    number: int
    choice: object


@dataclass(frozen=True, slots=True)
class Late:
    """The time for an answer has passed without one."""


@dataclass(frozen=True, slots=True)
class Failed:
    """There will be no answer, and why: a row of `arena.referee.faults`, worded."""

    out: Out
    detail: str = ""
    early: bool = False
    """Whether that was so before the question was put."""


Reply = Answer | Late | Failed


@dataclass(frozen=True, slots=True)
class Refusal:
    """An illegal answer told back to its bot: it may answer the same ask again."""

    number: int
    code: str
    reason: str
    strikes_left: int


@dataclass(frozen=True, slots=True)
class Note:
    """What a bot told its author, and meanwhile which ask; 0: before its first."""

    ask: int
    text: str


@dataclass(frozen=True, slots=True)
class Corrected:
    """An illegal answer that its bot was told of and could correct, for its author."""

    ask: int
    question: str
    answer: Any
    """As it was given: the index, or the action as a document; an empty one is no action of the game."""
    code: str
    reason: str


class OurFault(Exception):
    """A player failed by no fault of its bot: the match is void."""


class HostStalled(OurFault):
    """This host kept a bot from running, or us from noticing, for so long that it cannot play a match now."""


@dataclass(frozen=True, slots=True)
class Void:
    """A match that was not played to its end, by a fault of ours, and is to be played again."""

    reason: str
    stalled: bool = False
    """Whether the host stalled."""


def shortened(text: str, most: int = DETAIL_LENGTH) -> str:
    """What is kept of a text that a bot had a hand in: one printable line, bounded."""
    line = " ".join(text[: 4 * DETAIL_LENGTH].split())
    line = "".join(letter if letter.isprintable() else "?" for letter in line)
    return line if len(line) <= most else line[: most - 3] + "..."
