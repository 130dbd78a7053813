"""What the contract tests must be told of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Protocol

from arena.kernel.game import Game
from arena.kernel.seats import Viewer

Document = dict[str, Any]


class Invariants(Protocol):
    """What the rule book says of every game, checked on documents: a module with these three functions."""

    def check(self, document: Document, /) -> None:
        """What holds in every position."""

    def check_step(self, before: Document, action: Document, after: Document, facts: list[Document], /) -> None:
        """What holds from one position to the next."""

    def check_game(self, last: Document, facts: list[Document], /) -> None:
        """What holds of a whole game, of which these are all the events."""


def nothing_else(state: Document) -> Iterable[Any]:
    return ()


def nothing_sealed(state: Document) -> bool:
    return False


def nothing_made(options: Document, random: Random) -> Document:
    return {}


@dataclass(frozen=True, eq=False)
class Kit:
    name: str
    """The game's, by which it is found among those that are installed."""
    universe: Sequence[Any]
    """Action documents: every well-formed one that could ever be legal, and some that never are."""
    exchanged: Callable[[Document, Viewer, Random], Document]
    """A state document in which things that the viewer may not know have changed places."""
    invariants: Invariants
    rules: Sequence[int]
    """The numbers that the rule book has: the rules page tells each of them."""
    scenario_folder: Path
    """Of the scenarios of its rules, `*.json`."""
    golden_folder: Path
    """Of its golden playthroughs, which `pytest --write-golden` writes."""
    proposals: Callable[[Document], Iterable[Any]] = nothing_else
    """Of a state those actions that could be legal there, in a game that has too many for `universe`."""
    reveals: Callable[[Document], bool] = nothing_sealed
    """Whether the next action shows, by the rules, something of what `exchanged` exchanges."""
    malformed: Sequence[Any] = ()
    """Actions in which something is null that must be given."""
    unions: frozenset[str] = frozenset()
    """Actions over one of several values, each of which may stand over null as an action does."""

    subjects: str = ""
    """Modules of the game's package that are about this game alone, "geometry sight"; the others are called as in
    every game."""

    scenarios: int = 1
    """How many there are at least in `scenario_folder`."""
    examples: int = 1
    """How many of them the rules page shows at least."""
    views: Sequence[tuple[int, Document]] = ()
    """Numbers of seats with options whose views have together every field there is, which the rules page tells.
    None: the least number with the defaults has them all."""
    expansions: Sequence[Document] = ()
    """Options that are worth a golden playthrough of their own, in a game that has many."""

    short: Document = field(default_factory=dict)
    """Options that make a match short, in a game that lasts: for tests of what happens around it."""
    random_games: int = 60
    """How many the tests play."""
    choice: Callable[[Any, int, Random], Any] | None = None
    """A player at random that gets somewhere, where plain chance seldom does."""
    chosen_in_four: int = 1
    """How many of four games it plays, where there is one."""
    made: Callable[[Document, Random], Document] = nothing_made
    """Options whose values are too many to list, made to fit the others."""

    @property
    def game(self) -> Game[Any, Any, Any]:
        from arena.games.registry import game_named  # reads what is installed: not when pytest starts

        return game_named(self.name)
