"""What the contract tests must be told of a game: its well-formed actions, and how to exchange what is hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from arena.kernel.seats import Viewer
from tests.arena.games.alakazoo import kit as alakazoo
from tests.arena.games.alkemy import kit as alkemy
from tests.arena.games.kazaam import kit as kazaam
from tests.arena.games.poison import kit as poison


def nothing_else(state: dict[str, Any]) -> Iterable[Any]:
    return ()


def nothing_sealed(state: dict[str, Any]) -> bool:
    return False


@dataclass(frozen=True)
class Kit:
    universe: Sequence[Any]
    """Action documents: every well-formed one that could ever be legal, and some that never are."""
    exchanged: Callable[[dict[str, Any], Viewer, Random], dict[str, Any]]
    """A state document in which things that the viewer may not know have changed places."""
    proposals: Callable[[dict[str, Any]], Iterable[Any]] = nothing_else
    """Of a state those that could be legal there, in a game that has too many for `universe`."""
    reveals: Callable[[dict[str, Any]], bool] = nothing_sealed
    """Whether the next action shows, by the rules, something of what `exchanged` exchanges."""


KITS: Mapping[str, Kit] = {
    "poison": Kit(poison.UNIVERSE, poison.exchanged),
    "kazaam": Kit(kazaam.UNIVERSE, kazaam.exchanged),
    "alakazoo": Kit(alakazoo.UNIVERSE, alakazoo.exchanged, alakazoo.proposals),
    "alkemy": Kit(alkemy.UNIVERSE, alkemy.exchanged, reveals=alkemy.reveals),
}
