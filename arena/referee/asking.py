"""What a player is asked: an `Ask`, whose documents are built when they are looked at.

The same shape that a Python bot sees inside a sandbox: `number`, `seat`, `question`, `view`, `legal`, `clock`,
`welcome`, `events`. It shows the position of its moment and is spent once it is answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, overload

from arena.kernel.game import Game, State
from arena.kernel.seats import Seat
from arena.referee.clock import SeatClock
from arena.referee.conduct import Refusal

Document = dict[str, Any]

PROTOCOL = 1
"""The version of the bot protocol that the referee speaks."""


class Happening(NamedTuple):
    """One event of a match: after how many actions, for whom (None: everybody), and what."""

    ply: int
    to: tuple[Seat, ...] | None
    fact: Any


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
    happenings: Sequence[Happening]
    events: Sequence[Document]
    """What the seat saw happen since its last ask."""


class LegalDocuments(Sequence[Document]):
    """The legal actions as documents, each written when it is looked at."""

    __slots__ = ("_actions", "_ask", "_document")

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._actions = ask.actions
        self._document = ask.game.actions.document

    @property
    def finite(self) -> bool:
        """Whether these are all the legal actions; where a game is parametric they are suggestions."""
        return self._ask.finite

    @property
    def templates(self) -> Sequence[Document]:
        """Where they are suggestions: what else may be answered, with the domain of its parameters."""
        return self._ask.templates

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
        "_clock",
        "_log",
        "_since",
        "_until",
        "_view",
        "allowed",
        "asked",
        "game",
        "number",
        "refused",
        "seat",
        "state",
        "welcome",
    )

    def __init__(
        self,
        game: Game[Any, Any, Any],
        state: State[Any, Any],
        welcome: Welcome,
        log: Sequence[Happening],
        since: int,
        clock: SeatClock,
        now: float,
    ) -> None:
        self.game = game
        self.state = state
        self.welcome = welcome
        self.seat = welcome.seat
        self.number = clock.answers + 1
        self.asked = now
        self.allowed = clock.allowed()
        """Milliseconds of wall time that the answer may take."""
        self.refused: Refusal | None = None
        """Why the previous answer to this same ask was not legal."""
        self._clock = clock
        self._log = log
        self._since = since
        self._until = len(log)
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
    def templates(self) -> Sequence[Document]:
        return self.state.legal(self.seat).templates

    @property
    def view(self) -> Document:
        if self._view is None:
            self._view = self.state.view(self.seat)
        return self._view

    @property
    def legal(self) -> LegalDocuments:
        return LegalDocuments(self)

    @property
    def clock(self) -> Document:
        """In milliseconds: the bank left, what the previous answer was charged, what this one may take."""
        clock = self._clock
        return {"bank": int(clock.bank), "charged": round(clock.last), "move_cap": int(self.allowed)}

    @property
    def happenings(self) -> Sequence[Happening]:
        """What the seat saw happen since its last ask."""
        return seen(self._log, self._since, self._until, self.seat)

    @property
    def events(self) -> list[Document]:
        return [self.game.facts.document(happening.fact) for happening in self.happenings]

    def note(self, text: object) -> None:
        """In this process nobody keeps notes."""


def seen(log: Sequence[Happening], since: int, until: int, seat: Seat) -> Sequence[Happening]:
    return [entry for entry in log[since:until] if entry.to is None or seat in entry.to]
