"""Poison: what is fixed of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from arena.games.poison import loading
from arena.games.poison.actions import ACTIONS, FACTS, Fact, Play
from arena.games.poison.dealing import SEATS, TABLES
from arena.games.poison.state import PoisonState
from arena.kernel.chance import Chance
from arena.kernel.game import Document, Game, Start
from arena.kernel.options import Option


class Poison(Game[PoisonState, Play, Fact]):
    name = "poison"
    title = "Poison"
    revision = 1
    seats = SEATS
    options: ClassVar[Mapping[str, Option]] = {
        "variant": Option(  # PO-8
            "deal-all", ("deal-all", "draw-five"), "All cards are dealt, or five each and the rest is a draw pile."
        ),
        "taken": Option(  # PO-9
            "open",
            ("open", "hidden"),
            "Whether views show the cards that each seat has taken, or only their number.",
        ),
    }
    refusals: ClassVar[Mapping[str, str]] = {  # PO-59
        "malformed": 'An answer is one action: {"play": {"card": a card\'s name, "cauldron": 0, 1 or 2}}.',
        "game-over": "The game is over: nobody plays any more.",
        "not-your-turn": "It is another seat's turn.",
        "unknown-card": "No card has this name: there are red, blue and purple 1, 2, 4, 5, 7, and poison.",
        "no-such-cauldron": "The cauldrons are 0, 1 and 2.",
        "not-in-hand": "You do not hold this card.",
        "wrong-colour": "A cauldron that has a colour takes potions of that colour only.",
        "colour-elsewhere": "This colour is in another cauldron, and must go into that one.",
    }
    refusal_rules: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "malformed": ("PO-59",),
        "game-over": ("PO-42", "PO-43", "PO-44"),
        "not-your-turn": ("PO-18",),
        "unknown-card": ("PO-4",),
        "no-such-cauldron": ("PO-5",),
        "not-in-hand": ("PO-19",),
        "wrong-colour": ("PO-23",),
        "colour-elsewhere": ("PO-24",),
    }
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
