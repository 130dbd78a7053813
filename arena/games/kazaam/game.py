"""What is fixed of Kazaam: seats, options, vocabularies, the bound of KZ-77."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from arena.games.kazaam import loading, setup
from arena.games.kazaam.actions import ACTIONS, Action
from arena.games.kazaam.announcements import Events
from arena.games.kazaam.facts import FACTS, Fact
from arena.games.kazaam.legality import REFUSALS, RULES
from arena.games.kazaam.material import ACTIONS as ACTIONS_A_TURN
from arena.games.kazaam.material import SEATS
from arena.games.kazaam.options import OPTIONS, settings
from arena.games.kazaam.state import KazaamState
from arena.kernel.chance import Chance
from arena.kernel.game import Document, Game, Start
from arena.kernel.options import Option


class KazaamGame(Game[KazaamState, Action, Fact]):
    name: ClassVar[str] = "kazaam"
    title: ClassVar[str] = "Kazaam"
    revision: ClassVar[int] = 1
    seats: ClassVar[range] = SEATS
    options: ClassVar[Mapping[str, Option]] = OPTIONS
    refusals: ClassVar[Mapping[str, str]] = REFUSALS
    refusal_rules: ClassVar[Mapping[str, tuple[str, ...]]] = RULES
    actions = ACTIONS
    facts = FACTS

    def new(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Start[KazaamState, Fact]:
        state = KazaamState()
        state.settings = settings(self.settle(seats, options))
        state.seats = seats
        state.chance = chance
        events: Events = []
        setup.begin(state, events)
        return Start(state, events)

    def load(self, document: Document, chance: Chance) -> KazaamState:
        return loading.load(self, document, chance)

    def longest(self, seats: int, options: Mapping[str, Any]) -> int:
        """The bound of invariant 15: every ability questioned as often as can be (KZ-68)."""
        rounds: int = self.settle(seats, options)["round_limit"]
        an_action = 2 + (seats + 1) * (seats - 1)
        return rounds * seats * (ACTIONS_A_TURN * an_action + 1)
