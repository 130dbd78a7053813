"""A game with every number of seats and every combination of its options, and random play of it."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from arena.contract.kit import Kit
from arena.kernel.chance import Seeded
from arena.kernel.events import Event
from arena.kernel.game import Game, State
from arena.kernel.options import BadOptions, Option

AnyGame = Game[Any, Any, Any]
AnyState = State[Any, Any]


def word(value: Any) -> str:
    """An option's value in the name of a case; of a list, which may be long, a word that stands for it."""
    if isinstance(value, list):
        return sha256(json.dumps(value).encode()).hexdigest()[:8] if value else "none"
    return str(value)


@dataclass(frozen=True, eq=False)
class Case:
    kit: Kit
    seats: int
    options: dict[str, Any]

    @property
    def game(self) -> AnyGame:
        return self.kit.game

    def __str__(self) -> str:
        return "-".join([self.game.name, str(self.seats), *map(word, self.options.values())])

    def new(self, seed: bytes) -> tuple[AnyState, list[Event[Any]]]:
        start = self.game.new(self.seats, self.options, Seeded(seed))
        return start.state, start.events

    def position(self, seed: bytes, plies: int) -> AnyState:
        """Where random play stands after so many actions, or at its end."""
        kept = positions_kept(self, seed)
        nearest = min(plies // KEPT_EACH, len(kept) - 1)
        then, player = kept[nearest]
        state = then.copy()
        for _ in itertools.islice(random_play(state, seed, player.copy()), plies - nearest * KEPT_EACH):
            pass
        return state


KEPT_EACH = 16
"""Actions between two positions of a game that are kept."""


@cache
def positions_kept(case: Case, seed: bytes) -> list[tuple[AnyState, Seeded]]:
    """Of one whole game, with the player's chance there: games are long, and every test asks for the same ones."""
    state, player = case.new(seed)[0], Seeded(seed)
    kept = [(state.copy(), player.copy())]
    for played, _ in enumerate(random_play(state, seed, player), 1):
        if played % KEPT_EACH == 0:
            kept.append((state.copy(), player.copy()))
    return kept


def random_play(
    state: AnyState, seed: bytes, player: Seeded | None = None
) -> Iterator[tuple[int, Any, list[Event[Any]]]]:
    """Plays uniformly among the listed actions, from the seed's own stream `player`: seat, action, events."""
    player = player or Seeded(seed)
    while state.to_act:
        seat = state.to_act[player.draw("seat", len(state.to_act))]
        actions = list(state.legal(seat))
        action = actions[player.draw("player", len(actions))]
        yield seat, action, state.apply(seat, action)


def values(option: Option) -> Sequence[Any]:
    """All values of an option, the default first; of a range its least, the default and its greatest."""
    others = (option.values[0], option.values[-1]) if isinstance(option.values, range) else option.values
    return [option.default, *(value for value in others if value != option.default)]


def is_allowed(game: AnyGame, seats: int, options: dict[str, Any]) -> bool:
    try:
        game.settle(seats, options)
    except BadOptions:
        return False
    return True


def combinations(game: AnyGame, seats: int) -> list[dict[str, Any]]:
    """Every combination of options. Of many: the defaults, each other value alone, all others at once."""
    every = [
        dict(zip(game.options, combination, strict=True))
        for combination in itertools.product(*map(values, game.options.values()))
    ]
    every = [options for options in every if is_allowed(game, seats, options)]
    if len(every) <= MANY:
        return every
    defaults = every[0]
    alone = [{**defaults, name: value} for name, option in game.options.items() for value in values(option)[1:]]
    at_once = defaults
    for name, option in game.options.items():
        if not isinstance(option.values, range):
            others = [{**at_once, name: value} for value in values(option)]
            at_once = [options for options in others if is_allowed(game, seats, options)][-1]
    return [options for options in (defaults, *alone, at_once) if is_allowed(game, seats, options)]


MANY = 6


@cache
def cases_of(kit: Kit) -> list[Case]:
    return [Case(kit, seats, options) for seats in kit.game.seats for options in combinations(kit.game, seats)]
