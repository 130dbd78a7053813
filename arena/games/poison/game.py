"""Poison: what is fixed of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from arena.games.poison import loading
from arena.games.poison.actions import ACTIONS, Play
from arena.games.poison.facts import FACTS, Fact
from arena.games.poison.legality import REFUSALS, RULES
from arena.games.poison.options import OPTIONS, SEATS, TABLES
from arena.games.poison.state import PoisonState
from arena.kernel.chance import Chance
from arena.kernel.game import Document, Game, Start
from arena.kernel.options import Option


class Poison(Game[PoisonState, Play, Fact]):
    name = "poison"
    title = "Poison"
    revision = 1
    seats = SEATS
    options: ClassVar[Mapping[str, Option]] = OPTIONS
    refusals: ClassVar[Mapping[str, str]] = REFUSALS
    refusal_rules: ClassVar[Mapping[str, tuple[str, ...]]] = RULES
    actions = ACTIONS
    facts = FACTS

    def new(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Start[PoisonState, Fact]:
        settled = self.settle(seats, options)
        state = PoisonState(TABLES[seats, settled["variant"]], settled, chance)
        return Start(state, state.begin_round())

    def load(self, document: Document, chance: Chance) -> PoisonState:
        return loading.load(self, document, chance)

    def longest(self, seats: int, options: Mapping[str, Any]) -> int:
        """PO-54: the length is fixed."""
        table = TABLES[seats, self.settle(seats, options)["variant"]]
        return table.rounds * table.in_play
