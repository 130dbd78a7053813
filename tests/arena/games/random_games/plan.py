"""Which game is the n-th: its seats, options and seed are a function of its game and number, on any machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from types import ModuleType
from typing import Any

from arena.games.registry import GAMES
from arena.kernel.game import Game
from arena.kernel.options import BadOptions, Option
from tests.arena.games.alakazoo import invariants as alakazoo
from tests.arena.games.alakazoo.wandering import choice as alakazoo_choice
from tests.arena.games.alkemy import invariants as alkemy
from tests.arena.games.alkemy.mustered import armies as alkemy_armies
from tests.arena.games.alkemy.wandering import choice as alkemy_choice
from tests.arena.games.kazaam import invariants as kazaam
from tests.arena.games.kazaam.wandering import choice as kazaam_choice
from tests.arena.games.poison import invariants as poison

INVARIANTS: Mapping[str, ModuleType] = {"poison": poison, "kazaam": kazaam, "alakazoo": alakazoo, "alkemy": alkemy}
"""Of each game `check(document)`, `check_step(before, action, after, facts)` and `check_game(last, facts)`."""
PURPOSEFUL: Mapping[str, Callable[[Any, int, Random], Any]] = {
    "kazaam": kazaam_choice,
    "alakazoo": alakazoo_choice,
    "alkemy": alkemy_choice,
}
"""Players at random that get somewhere, where plain chance seldom does."""
PURPOSEFUL_IN_FOUR: Mapping[str, int] = {"kazaam": 1, "alakazoo": 1, "alkemy": 3}
"""How many of four games they play. Plain chance seldom brings two armies together."""
MADE: Mapping[str, Callable[[dict[str, Any], Random], dict[str, Any]]] = {"alkemy": alkemy_armies}
"""Options whose values are too many to list, made to fit the others."""
SHORT = 12
"""What is usually enough of a range: most games that chance plays last as long as they may."""


@dataclass(frozen=True)
class Plan:
    name: str
    number: int
    seats: int
    options: dict[str, Any]
    seed: bytes
    purposeful: bool

    @property
    def game(self) -> Game[Any, Any, Any]:
        return GAMES[self.name]

    def __str__(self) -> str:
        style = "purposeful" if self.purposeful else "plain"
        return (
            f"{self.name} {self.number}: {self.seats} seats, options {self.options}, {style} chance, "
            f"seed {self.seed.hex()}"
        )


def planned(name: str, number: int) -> Plan:
    seed = sha256(f"{name} {number}".encode()).digest()
    rng = Random(seed)
    game = GAMES[name]
    seats = rng.choice(game.seats)
    purposeful = name in PURPOSEFUL and rng.randrange(4) < PURPOSEFUL_IN_FOUR[name]
    while True:
        options = {key: value_of(option, rng) for key, option in game.options.items()}
        if name in MADE:
            options |= MADE[name](options, rng)
        try:
            return Plan(name, number, seats, game.settle(seats, options), seed, purposeful)
        except BadOptions:  # they do not go together: others, then
            continue


def value_of(option: Option, rng: Random) -> Any:
    if not isinstance(option.values, range):
        return rng.choice(option.values) if option.values else option.default
    few = [value for value in option.values if value <= SHORT]
    return option.default if rng.randrange(2) else rng.choice(few or option.values)
