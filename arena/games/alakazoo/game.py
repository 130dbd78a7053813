"""What is fixed of Alakazoo: seats, options, vocabularies, the bound of AZ-170."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from arena.games.alakazoo import loading, scoring, setup
from arena.games.alakazoo.actions import ACTIONS, Action
from arena.games.alakazoo.announcements import Events
from arena.games.alakazoo.facts import FACTS, Fact
from arena.games.alakazoo.legality import REFUSALS, RULES
from arena.games.alakazoo.material import SEATS
from arena.games.alakazoo.options import OPTIONS, check_book, settings
from arena.games.alakazoo.state import AlakazooState
from arena.kernel.chance import Chance
from arena.kernel.game import Document, Game, Measure, Start
from arena.kernel.options import Option

SETUP_QUESTIONS, TURN_QUESTIONS = 6, 7
"""At most so many a seat, and a turn (AZ-170)."""


class AlakazooGame(Game[AlakazooState, Action, Fact]):
    name: ClassVar[str] = "alakazoo"
    title: ClassVar[str] = "Alakazoo"
    revision: ClassVar[int] = 3
    seats: ClassVar[range] = SEATS
    options: ClassVar[Mapping[str, Option]] = OPTIONS
    refusals: ClassVar[Mapping[str, str]] = REFUSALS
    refusal_rules: ClassVar[Mapping[str, tuple[str, ...]]] = RULES
    actions = ACTIONS
    facts = FACTS
    measures: ClassVar[tuple[Measure, ...]] = (
        Measure("spells", "Spells placed"),
        Measure("runes", "Runes covered"),
        Measure("spare", "Dark tokens to spare"),
    )

    def settle(self, seats: int, options: Mapping[str, Any]) -> Document:
        settled = super().settle(seats, options)
        check_book(seats, settled["book"])
        return settled

    def new(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Start[AlakazooState, Fact]:
        state = AlakazooState()
        state.settings = settings(self.revision, seats, self.settle(seats, options))
        state.seats = seats
        state.chance = chance
        events: Events = []
        setup.begin(state, events)
        return Start(state, events)

    def load(self, document: Document, chance: Chance) -> AlakazooState:
        return loading.load(self, document, chance)

    def progress(self, state: AlakazooState) -> tuple[int, ...]:
        return scoring.progress(state)

    def longest(self, seats: int, options: Mapping[str, Any]) -> int:
        rounds: int = self.settle(seats, options)["round_limit"]
        return SETUP_QUESTIONS * seats + TURN_QUESTIONS * seats * rounds


class AlakazooRevision2(AlakazooGame):
    """With the Book of Magic of that time (`book.SPELLS_COUNT_ONCE`)."""

    revision: ClassVar[int] = 2
