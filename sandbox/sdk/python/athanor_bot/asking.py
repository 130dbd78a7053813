"""What a bot's functions are called with. Documents are built from the message when they are looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple, overload

from athanorpb.codec import document_of
from athanorpb.open_games import learn
from athanorpb.v1 import bot_pb2

Document = dict[str, Any]


class Welcome(NamedTuple):
    """The match: told once, before the first ask."""

    game: str
    options: Document
    seats: int
    seat: int
    clock: Document
    """In milliseconds: startup, bank, increment, move_cap, match_cap."""
    entropy: str
    """32 hexadecimal digits of randomness for the bot's own use: the same match gives the same ones."""
    protocol: int = 1

    @staticmethod
    def of(message: bot_pb2.Welcome) -> Welcome:
        learn(message.game, message.messages)
        return Welcome(
            game=message.game,
            options=document_of(message.options) or {},
            seats=message.seats,
            seat=message.seat,
            clock=document_of(message.clock),
            entropy=message.entropy,
            protocol=message.protocol,
        )


class Refused(NamedTuple):
    """The previous answer to this same ask was not legal; another one may be given."""

    code: str
    """The rule book's code."""
    reason: str
    strikes_left: int


class Legal(Sequence[Document]):
    """The legal actions in the rule book's order; each is built when it is looked at."""

    def __init__(self, message: bot_pb2.Legal) -> None:
        self._actions = message.actions
        self.finite = message.finite
        """Whether these are all the legal actions; where a game is parametric they are suggestions."""
        self._templates = message.templates

    @property
    def templates(self) -> list[Document]:
        """Where they are suggestions: what else may be answered, with the domain of its parameters."""
        return [document_of(template) for template in self._templates]

    def __len__(self) -> int:
        return len(self._actions)

    @overload
    def __getitem__(self, place: int) -> Document: ...

    @overload
    def __getitem__(self, place: slice) -> list[Document]: ...

    def __getitem__(self, place: int | slice) -> Document | list[Document]:
        if isinstance(place, slice):
            return [document_of(action) for action in self._actions[place]]
        document: Document = document_of(self._actions[place])
        return document

    def __iter__(self) -> Iterator[Document]:
        return map(document_of, self._actions)

    def __eq__(self, other: object) -> bool:
        return list(self) == other if isinstance(other, list) else self is other

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))


class Ask:
    """One decision. `choose` returns an action document, or the index of one in `legal`."""

    def __init__(
        self, message: bot_pb2.Ask, welcome: Welcome, happened: Sequence[bot_pb2.Happened], refused: Refused | None
    ) -> None:
        self._message = message
        self._happened = happened
        self.number = message.number
        self.seat = message.seat
        self.question = message.question
        self.welcome = welcome
        self.refused = refused
        self.notes: list[str] = []

    @cached_property
    def view(self) -> Document:
        document: Document = document_of(self._message.view)
        return document

    @cached_property
    def legal(self) -> Legal:
        return Legal(self._message.legal)

    @cached_property
    def clock(self) -> Document:
        """In milliseconds: the bank left, what the previous answer was charged, what this one may take."""
        document: Document = document_of(self._message.clock)
        return document

    @cached_property
    def events(self) -> list[Document]:
        """What the seat saw happen since the last ask."""
        return [document_of(event) for happened in self._happened for event in happened.events]

    def note(self, text: object) -> None:
        """Kept with the match for the bot's author; it changes nothing."""
        self.notes.append(str(text))


class Over(NamedTuple):
    """The end: the result, and why the bot's seat was played by the autopilot ("": it was not)."""

    result: Document
    out: str
    events: list[Document]
