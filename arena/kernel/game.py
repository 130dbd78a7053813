"""The contract of a game: `Game` is what is fixed, `State` is a position.

A state is mutable with a hand-written `copy()`; actions and facts are frozen. Legality has one source,
`refusal`: a game writes its guards there in the rule book's order, and `candidates`, which may propose too
much. Several seats in `to_act` answer at once: each `apply` stores a sealed answer, the last one resolves
them, in seat order. A reaction is the same with another `to_act`; what is pending is data, never a closure.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from arena.kernel.chance import Chance
from arena.kernel.choices import Choices, Filtered
from arena.kernel.events import Event
from arena.kernel.options import Option, settled
from arena.kernel.results import Result
from arena.kernel.seats import Seat, Viewer
from arena.kernel.vocabulary import Malformed, Vocabulary

A = TypeVar("A")
F = TypeVar("F")
Document = dict[str, Any]


class Refused(Exception):
    """An action that is not legal; nothing has changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class BadState(ValueError):
    """A state document that cannot be loaded: where, and which invariant it breaks."""

    def __init__(self, pointer: str, problem: str) -> None:
        super().__init__(f"at {pointer or 'the top'}: {problem}")
        self.pointer = pointer
        self.problem = problem


class State(ABC, Generic[A, F]):
    """One position of one match, hidden things included."""

    __slots__ = ()

    seats: int
    to_act: tuple[Seat, ...]
    """Who must answer, ascending; several: at once, sealed; none: the game is over."""
    result: Result | None
    chance: Chance

    @abstractmethod
    def question(self, seat: Seat) -> str:
        """Which decision the seat is asked for: "play", "respond"."""

    @abstractmethod
    def candidates(self, seat: Seat) -> Iterable[A]:
        """Actions to propose, in the rule book's order; among them every legal one, where they are finite."""

    @abstractmethod
    def refusal(self, seat: Seat, action: A) -> str | None:
        """The rule book's code of why the action is not legal; None: it is. The one truth on legality."""

    def explanation(self, seat: Seat, action: A) -> str:
        """Where a refused action breaks the rule (which card, which point), if its code leaves that open."""
        return ""

    @abstractmethod
    def apply(self, seat: Seat, action: A) -> list[Event[F]]:
        """Plays a legal action. Raises Refused, having changed nothing, streams included."""

    @abstractmethod
    def view(self, viewer: Viewer) -> Document:
        """What the viewer may know, built up from nothing."""

    @abstractmethod
    def dump(self) -> Document:
        """Everything: the state document."""

    @abstractmethod
    def copy(self) -> State[A, F]:
        """An independent twin that plays on in the same way."""

    @abstractmethod
    def autopilot(self, seat: Seat) -> A:
        """The documented, deterministic action of a seat whose bot is out."""

    def legal(self, seat: Seat) -> Choices[A]:
        return Filtered(self, seat)

    def templates(self, seat: Seat) -> Sequence[Document]:
        """What else may be answered where the actions are too many to list; of a parametric game."""
        return ()


S = TypeVar("S", bound=State[Any, Any])


@dataclass(frozen=True, slots=True)
class Start(Generic[S, F]):
    """A new game: its first state, and what happened on the way there."""

    state: S
    events: list[Event[F]]


class Measure(NamedTuple):
    """How far somebody came who plays alone: a number of which more is better."""

    name: str
    """The word of documents: "spells"."""
    title: str
    """The same for people: "Spells placed"."""


class Game(ABC, Generic[S, A, F]):
    name: ClassVar[str]
    """The word of documents, commands and addresses: "poison"."""
    title: ClassVar[str]
    revision: ClassVar[int]
    """Of the rules: raised whenever the same seed and actions would give other events."""
    seats: ClassVar[range]
    options: ClassVar[Mapping[str, Option]]
    refusals: ClassVar[Mapping[str, str]]
    """Every code and what it means in a sentence, in the order of checking."""
    refusal_rules: ClassVar[Mapping[str, tuple[str, ...]]]
    """The rules behind each code, by their ids: ("PO-24",)."""
    actions: Vocabulary[A]
    facts: Vocabulary[F]
    measures: ClassVar[tuple[Measure, ...]] = ()
    """What tells those apart who play alone and solve as much, the weightiest first; a game that can be played by
    one seat has some. Alone, the score is 1 for who solved it and 0 for who did not."""

    @abstractmethod
    def new(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Start[S, F]:
        """A new game. Raises BadOptions, naming the option and what it may be."""

    @abstractmethod
    def load(self, document: Document, chance: Chance) -> S:
        """The state of a document. It takes over `chance` and puts it where `drawn` says. Raises BadState."""

    @abstractmethod
    def longest(self, seats: int, options: Mapping[str, Any]) -> int:
        """A bound on the accepted actions of one match."""

    def settle(self, seats: int, options: Mapping[str, Any]) -> Document:
        """The options with every default filled in. Raises BadOptions; of the number of seats too."""
        return settled(self.name, self.seats, self.options, seats, options)

    def why(self, code: str) -> str:
        """A refusal in words, and the rules behind it: what a bot and its author are told."""
        return f"{self.refusals[code].removesuffix('.')} ({', '.join(self.refusal_rules[code])})."

    def progress(self, state: S) -> tuple[int, ...]:
        """The measures of a game that somebody played alone, at its end."""
        return ()

    def action(self, document: Any) -> A:
        """The action of a document. Raises Refused("malformed")."""
        try:
            return self.actions.parse(document)
        except Malformed as error:
            raise Refused("malformed") from error

    def read(self, state: S, seat: Seat, document: Any) -> A:
        """The action of a seat's document, as `action` gives it. Raises Refused.

        A game whose book has a check before `malformed` makes it here.
        """
        return self.action(document)
