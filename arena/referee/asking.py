"""What a player is asked: an `Ask`, whose documents are built when they are looked at.

The same shape that a Python bot sees inside a sandbox: `number`, `seat`, `question`, `view`, `legal`, `clock`,
`welcome`, `events`. It shows the position of its moment and is spent once it is answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

from arena.kernel.game import Game, State
from arena.kernel.seats import Seat
from arena.referee.conduct import Refusal

Document = dict[str, Any]

PROTOCOL = 1
"""The version of the bot protocol that the referee speaks."""


class Happening:
    """One event of a match: after how many actions, for whom, and what."""

    __slots__ = ("_document", "fact", "game", "ply", "to", "wire")

    def __init__(self, game: Game[Any, Any, Any], ply: int, to: tuple[Seat, ...] | None, fact: Any) -> None:
        self.game = game
        self.ply = ply
        self.to = to
        self.fact = fact
        self._document: Document | None = None
        self.wire: bytes | None = None
        """Its protobuf form, kept by the driver that first needed it."""

    @property
    def document(self) -> Document:
        if self._document is None:
            self._document = self.game.facts.document(self.fact)
        return self._document


@dataclass(frozen=True, slots=True)
class Welcome:
    """What a bot is told first."""

    game: str
    options: Document
    seats: int
    seat: Seat
    clock: Mapping[str, int]
    """In milliseconds: startup, bank, increment, move_cap, match_cap."""
    entropy: str
    """32 hexadecimal digits of the bot's own randomness; they say nothing of the deal."""
    protocol: int = PROTOCOL


@dataclass(frozen=True, slots=True)
class Over:
    """What a bot is told last."""

    result: Document
    out: str
    """Why its seat was played by the autopilot; empty: it was not."""
    happenings: tuple[Happening, ...]
    """What the seat saw happen since its last ask."""

    @property
    def events(self) -> list[Document]:
        return [happening.document for happening in self.happenings]


class LegalDocuments(Sequence[Document]):
    """The legal actions as documents, each written when it is looked at."""

    __slots__ = ("_actions", "_document")

    def __init__(self, game: Game[Any, Any, Any], actions: Sequence[Any]) -> None:
        self._actions = actions
        self._document = game.actions.document

    def __len__(self) -> int:
        return len(self._actions)

    @overload
    def __getitem__(self, place: int) -> Document: ...

    @overload
    def __getitem__(self, place: slice) -> list[Document]: ...

    def __getitem__(self, place: int | slice) -> Document | list[Document]:
        if isinstance(place, slice):
            return [self._document(action) for action in self._actions[place]]
        return self._document(self._actions[place])

    def __iter__(self) -> Iterator[Document]:
        return map(self._document, self._actions)


class Ask:
    __slots__ = (
        "_actions",
        "_log",
        "_view",
        "allowed",
        "asked",
        "bank",
        "charged",
        "game",
        "number",
        "refused",
        "seat",
        "since",
        "state",
        "until",
        "welcome",
    )

    def __init__(
        self,
        game: Game[Any, Any, Any],
        state: State[Any, Any],
        seat: Seat,
        number: int,
        *,
        welcome: Welcome,
        log: Sequence[Happening],
        since: int,
        asked: float,
        allowed: float,
        bank: float,
        charged: float,
    ) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.number = number
        self.welcome = welcome
        self.asked = asked
        self.allowed = allowed
        """Milliseconds of wall time that the answer may take."""
        self.bank = bank
        self.charged = charged
        self._log = log
        self.since = since
        self.until = len(log)
        self.refused: Refusal | None = None
        """Why the previous answer to this same ask was not legal."""
        self._actions: Sequence[Any] | None = None
        self._view: Document | None = None

    @property
    def deadline(self) -> float:
        return self.asked + self.allowed

    @property
    def question(self) -> str:
        return self.state.question(self.seat)

    @property
    def actions(self) -> Sequence[Any]:
        """The listed actions, in the rule book's order: what an index counts in."""
        if self._actions is None:
            self._actions = list(self.state.legal(self.seat))
        return self._actions

    @property
    def finite(self) -> bool:
        """Whether the list holds every legal action, or suggestions only."""
        return self.state.legal(self.seat).finite

    @property
    def view(self) -> Document:
        if self._view is None:
            self._view = self.state.view(self.seat)
        return self._view

    @property
    def legal(self) -> LegalDocuments:
        return LegalDocuments(self.game, self.actions)

    @property
    def clock(self) -> Document:
        return {"bank": int(self.bank), "charged": round(self.charged), "move_cap": int(self.allowed)}

    @property
    def happenings(self) -> tuple[Happening, ...]:
        """What the seat saw happen since its last ask."""
        return seen(self._log, self.since, self.until, self.seat)

    @property
    def events(self) -> list[Document]:
        return [happening.document for happening in self.happenings]

    def note(self, text: object) -> None:
        """In this process nobody keeps notes."""


def seen(log: Sequence[Happening], since: int, until: int, seat: Seat) -> tuple[Happening, ...]:
    return tuple(entry for entry in log[since:until] if entry.to is None or seat in entry.to)
