"""What is fixed of Kazaam: seats, options, vocabularies, the setup (KZ-11 to KZ-17), the bound of KZ-77."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from arena.games.kazaam import facts, loading, telling, units
from arena.games.kazaam.actions import ACTIONS, Action
from arena.games.kazaam.facts import FACTS, Fact
from arena.games.kazaam.material import (
    ACTIONS as ACTIONS_A_TURN,
)
from arena.games.kazaam.material import (
    ALCHEMISTS,
    INGREDIENTS,
    NONE,
    PARTS,
    SEATS,
    START_HAND,
    TILES,
)
from arena.games.kazaam.options import OPTIONS, settings
from arena.games.kazaam.position import ALONE, TURN
from arena.games.kazaam.refusals import REFUSALS, RULES
from arena.games.kazaam.state import KazaamState
from arena.kernel.chance import Chance
from arena.kernel.events import Event
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
        alchemists = list(range(len(ALCHEMISTS)))
        chance.shuffle("alchemists", alchemists)  # KZ-14
        state.alchemists = tuple(alchemists[:seats])
        tiles = list(range(len(TILES)))
        chance.shuffle("deck", tiles)  # KZ-15
        dealt = START_HAND * seats
        state.hands = [tuple(tiles[place : place + START_HAND]) for place in range(0, dealt, START_HAND)]
        state.deck = tiles[: dealt - 1 : -1]
        _lay_out(state)
        events: list[Event[Fact]] = [Event(facts.Started(seats, state.alchemists))]
        events += [telling.dealt(seat, state.hands[seat]) for seat in range(seats)]
        events.append(telling.turn(0, 1))
        return Start(state, events)

    def load(self, document: Document, chance: Chance) -> KazaamState:
        return loading.load(self, document, chance)

    def longest(self, seats: int, options: Mapping[str, Any]) -> int:
        """The bound of invariant 15: every ability questioned as often as can be (KZ-68)."""
        rounds: int = self.settle(seats, options)["round_limit"]
        an_action = 2 + (seats + 1) * (seats - 1)
        return rounds * seats * (ACTIONS_A_TURN * an_action + 1)


def _lay_out(state: KazaamState) -> None:
    """The table as the game begins: a full supply, nothing else anywhere (KZ-16, KZ-17)."""
    seats = state.seats
    state.discard = []
    state.supply = units.packed([state.settings.units_of_each] * len(INGREDIENTS))
    state.units = [0] * seats
    state.board = [[NONE] * len(PARTS) for _ in range(seats)]
    state.filled = [0] * seats
    state.up = [0] * seats
    state.seen_hands = {}
    state.seen_discards = {}
    state.pending = []
    state.phase = TURN
    state.turn = 0
    state.to_act = ALONE[0]
    state.ply = 0
    state.round = 1
    state.actions_left = ACTIONS_A_TURN
    state.result = None
