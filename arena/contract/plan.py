"""Which game is the n-th: its seats, options and seed are a function of its game and number, on any machine."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

from arena.contract.kit import Kit
from arena.kernel.game import Game
from arena.kernel.options import BadOptions, Option

SHORT = 12
"""What is usually enough of a range: most games that chance plays last as long as they may."""


@dataclass(frozen=True)
class Plan:
    kit: Kit
    number: int
    seats: int
    options: dict[str, Any]
    seed: bytes
    purposeful: bool

    @property
    def name(self) -> str:
        return self.kit.name

    @property
    def game(self) -> Game[Any, Any, Any]:
        return self.kit.game

    def __str__(self) -> str:
        style = "purposeful" if self.purposeful else "plain"
        return (
            f"{self.name} {self.number}: {self.seats} seats, options {self.options}, {style} chance, "
            f"seed {self.seed.hex()}"
        )


def planned(kit: Kit, number: int) -> Plan:
    seed = sha256(f"{kit.name} {number}".encode()).digest()
    rng = Random(seed)
    game = kit.game
    seats = rng.choice(game.seats)
    purposeful = kit.choice is not None and rng.randrange(4) < kit.chosen_in_four
    while True:
        options = {key: value_of(option, rng) for key, option in game.options.items()}
        options |= kit.made(options, rng)
        try:
            return Plan(kit, number, seats, game.settle(seats, options), seed, purposeful)
        except BadOptions:  # they do not go together: others, then
            continue


def value_of(option: Option, rng: Random) -> Any:
    if not isinstance(option.values, range):
        return rng.choice(option.values) if option.values else option.default
    few = [value for value in option.values if value <= SHORT]
    return option.default if rng.randrange(2) else rng.choice(few or option.values)
