"""The rules of Connect Four.

CF-1   The board has 6 rows and as many columns as the option says. It is empty at first.
CF-2   Seat 0 begins. The two seats take turns.
CF-3   A disc is dropped into a column, and lies on the highest disc that is there.
CF-4   A column with 6 discs takes no other one.
CF-5   Who has four discs in a line, across, up or along a diagonal, has won.
CF-6   The game is drawn when the board is full and nobody has won.
CF-7   The winner's score is 1 and the loser's 0; in a drawn game both have 0.
CF-8   An action is `{"drop": {"column": 3}}`; columns count from 0.
CF-9   The autopilot drops into the first column that is not full.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from arena.kernel.chance import Chance
from arena.kernel.events import Event
from arena.kernel.game import BadState, Document, Game, Refused, Start, State
from arena.kernel.loading import opened
from arena.kernel.options import Option
from arena.kernel.results import Result, ranks_by
from arena.kernel.seats import Seat, Viewer
from arena.kernel.vocabulary import Vocabulary

from . import messages_pb2

ROWS: Final = 6  # CF-1
LINE: Final = 4  # CF-5
DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))


class Drop(NamedTuple):
    column: int


class Dropped(NamedTuple):
    seat: int
    column: int
    row: int


class Ended(NamedTuple):
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str


Fact: TypeAlias = Dropped | Ended


class Connect4State(State[Drop, Fact]):
    __slots__ = ("chance", "columns", "options", "ply", "result", "seats", "to_act")

    def __init__(self, options: Mapping[str, Any], chance: Chance) -> None:
        self.options = options
        self.chance = chance
        self.seats = 2
        self.columns: list[list[Seat]] = [[] for _ in range(options["columns"])]
        self.ply = 0
        self.to_act: tuple[Seat, ...] = (0,)  # CF-2
        self.result: Result | None = None

    def question(self, seat: Seat) -> str:
        return "drop"

    def candidates(self, seat: Seat) -> Iterable[Drop]:
        return map(Drop, range(len(self.columns)))

    def refusal(self, seat: Seat, action: Drop) -> str | None:
        if not self.to_act:
            return "game-over"
        if seat not in self.to_act:  # CF-2
            return "not-your-turn"
        if not 0 <= action.column < len(self.columns):  # CF-8
            return "no-such-column"
        return "column-full" if len(self.columns[action.column]) == ROWS else None  # CF-4

    def apply(self, seat: Seat, action: Drop) -> list[Event[Fact]]:
        code = self.refusal(seat, action)
        if code is not None:
            raise Refused(code)
        column = self.columns[action.column]
        column.append(seat)  # CF-3
        self.ply += 1
        events: list[Event[Fact]] = [Event(Dropped(seat, action.column, len(column) - 1))]
        self.settle()
        if self.result is not None:
            events.append(Event(Ended(self.result.scores, self.result.ranks, self.result.reason)))
        return events

    def settle(self) -> None:
        """Who is to act, or how it ended, as the discs lie."""
        winner = next((seat for seat in range(2) if self.has_line(seat)), None)
        if winner is None and self.ply < ROWS * len(self.columns):
            self.to_act, self.result = (self.ply % 2,), None  # CF-2
            return
        scores = tuple(int(seat == winner) for seat in range(2))  # CF-7
        self.to_act, self.result = (), Result(scores, ranks_by(scores), "drawn" if winner is None else "line")

    def has_line(self, seat: Seat) -> bool:
        """CF-5."""
        return any(
            all(self.disc(x + step * dx, y + step * dy) == seat for step in range(LINE))
            for x in range(len(self.columns))
            for y in range(ROWS)
            for dx, dy in DIRECTIONS
        )

    def disc(self, x: int, y: int) -> Seat | None:
        inside = 0 <= x < len(self.columns) and 0 <= y < len(self.columns[x])
        return self.columns[x][y] if inside else None

    def view(self, viewer: Viewer) -> Document:
        return {**self.dump(), "seat": -1 if viewer is None else viewer}  # nothing is hidden

    def dump(self) -> Document:
        return {
            "game": Connect4.name,
            "options": dict(self.options),
            "seats": self.seats,
            "to_act": list(self.to_act),
            "ply": self.ply,
            "result": None if self.result is None else self.result.document(),
            "columns": [list(column) for column in self.columns],
        }

    def copy(self) -> Connect4State:
        twin = Connect4State(self.options, self.chance.copy())
        twin.columns = [list(column) for column in self.columns]
        twin.ply, twin.to_act, twin.result = self.ply, self.to_act, self.result
        return twin

    def autopilot(self, seat: Seat) -> Drop:
        """CF-9."""
        return next(action for action in self.candidates(seat) if self.refusal(seat, action) is None)


class Connect4(Game[Connect4State, Drop, Fact]):
    name = "connect4"
    title = "Connect Four"
    revision = 1
    seats = range(2, 3)
    options: ClassVar[Mapping[str, Option]] = {
        "columns": Option(7, range(6, 10), "How many columns the board has.")  # CF-1
    }
    refusals: ClassVar[Mapping[str, str]] = {
        "malformed": 'An answer is one action: {"drop": {"column": a number}}.',
        "game-over": "The game is over: nobody drops a disc any more.",
        "not-your-turn": "It is the other seat's turn.",
        "no-such-column": "The board has no column of this number; the first one is 0.",
        "column-full": "This column is full: six discs lie in it.",
    }
    refusal_rules: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "malformed": ("CF-8",),
        "game-over": ("CF-5", "CF-6"),
        "not-your-turn": ("CF-2",),
        "no-such-column": ("CF-8",),
        "column-full": ("CF-4",),
    }
    actions = Vocabulary(Drop)
    facts: Vocabulary[Fact] = Vocabulary(Dropped, Ended)

    def new(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Start[Connect4State, Fact]:
        return Start(Connect4State(self.settle(seats, options), chance), [])

    def load(self, document: Document, chance: Chance) -> Connect4State:
        full, options = opened(self, document, messages_pb2.State)
        state = Connect4State(options, chance)
        if len(full["columns"]) != len(state.columns):
            raise BadState("/columns", f"{len(state.columns)} were expected, not {len(full['columns'])} (CF-1)")
        for place, column in enumerate(full["columns"]):
            if len(column) > ROWS or not set(column) <= {0, 1}:
                raise BadState(f"/columns/{place}", f"up to {ROWS} discs of seat 0 or 1 were expected (CF-4)")
        state.columns = full["columns"]
        discs = [seat for column in state.columns for seat in column]
        state.ply = len(discs)
        if discs.count(1) != state.ply // 2:
            raise BadState("/columns", "seat 0 has as many discs as seat 1, or one more (CF-2)")
        if any(state.has_line(seat) for seat in range(2) if seat == state.ply % 2):
            raise BadState("/columns", "only the seat that dropped the last disc can have a line (CF-5)")
        state.settle()
        for key, expected in state.dump().items():
            if full[key] != expected:
                raise BadState(f"/{key}", f"{expected!r} was expected, as the discs lie")
        chance.drawn = {}
        return state

    def longest(self, seats: int, options: Mapping[str, Any]) -> int:
        return ROWS * int(self.settle(seats, options)["columns"])
