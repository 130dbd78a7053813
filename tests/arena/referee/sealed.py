"""A game for the referee's tests: all seats seal a number at once, for two rounds; the highest sum wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from arena.kernel.chance import Chance
from arena.kernel.events import Event
from arena.kernel.game import Document, Game, Refused, Start, State
from arena.kernel.options import Option
from arena.kernel.results import Result, ranks_by
from arena.kernel.seats import Seat, Viewer
from arena.kernel.vocabulary import Vocabulary

ROUNDS = 2
HIGHEST = 3


class Bid(NamedTuple):
    number: int


class Sealed(NamedTuple):
    """To its seat only."""

    seat: int
    number: int


class Revealed(NamedTuple):
    numbers: tuple[int, ...]


class SealedState(State[Bid, Any]):
    __slots__ = ("bids", "chance", "result", "round", "seats", "sums", "to_act")

    def __init__(self, seats: int, chance: Chance) -> None:
        self.seats = seats
        self.chance = chance
        self.result: Result | None = None
        self.to_act: tuple[Seat, ...] = tuple(range(seats))
        self.bids: dict[Seat, int] = {}
        self.sums = [0] * seats
        self.round = 0

    def question(self, seat: Seat) -> str:
        return "bid"

    def candidates(self, seat: Seat) -> list[Bid]:
        return [Bid(number) for number in range(HIGHEST + 1)]

    def refusal(self, seat: Seat, action: Bid) -> str | None:
        if seat not in self.to_act:
            return "not-your-turn"
        return None if 0 <= action.number <= HIGHEST else "too-high"

    def apply(self, seat: Seat, action: Bid) -> list[Event[Any]]:
        code = self.refusal(seat, action)
        if code is not None:
            raise Refused(code)
        self.bids[seat] = action.number
        self.to_act = tuple(other for other in self.to_act if other != seat)
        events: list[Event[Any]] = [Event(Sealed(seat, action.number), (seat,))]
        if not self.to_act:
            events.append(Event(Revealed(tuple(self.bids[other] for other in range(self.seats)))))
            self._resolve()
        return events

    def _resolve(self) -> None:
        self.sums = [total + self.bids[seat] for seat, total in enumerate(self.sums)]
        self.bids = {}
        self.round += 1
        if self.round < ROUNDS:
            self.to_act = tuple(range(self.seats))
        else:
            self.result = Result(tuple(self.sums), ranks_by(self.sums), "bids-made")

    def view(self, viewer: Viewer) -> Document:
        return {"round": self.round, "sums": list(self.sums)}

    def dump(self) -> Document:
        return {"round": self.round, "sums": list(self.sums), "bids": dict(self.bids)}

    def copy(self) -> SealedState:
        raise AssertionError("the referee does not copy states")

    def autopilot(self, seat: Seat) -> Bid:
        return Bid(0)


class SealedBids(Game[SealedState, Bid, Any]):
    name: ClassVar[str] = "sealed"
    title: ClassVar[str] = "Sealed bids"
    revision: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 5)
    options: ClassVar[Mapping[str, Option]] = {}
    refusals: ClassVar[Mapping[str, str]] = {
        "malformed": "Not a bid.",
        "not-your-turn": "The seat has sealed its bid.",
        "too-high": "A bid is 0 to 3.",
    }
    refusal_rules: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "malformed": ("SB-1",),
        "not-your-turn": ("SB-2",),
        "too-high": ("SB-3", "SB-4"),
    }
    actions = Vocabulary(Bid)
    facts = Vocabulary[Any](Sealed, Revealed)

    def new(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Start[SealedState, Any]:
        return Start(SealedState(seats, chance), [])

    def load(self, document: Document, chance: Chance) -> SealedState:
        raise AssertionError("the referee loads no states")

    def longest(self, seats: int, options: Mapping[str, Any]) -> int:
        return ROUNDS * seats
