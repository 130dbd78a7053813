"""What is fixed of Alkemy: seats, options, vocabularies, the bound of AK-6."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from arena.games.alkemy import loading, setup
from arena.games.alkemy.actions import ACTIONS, Action
from arena.games.alkemy.announcements import FACTS, Events, Fact
from arena.games.alkemy.legality import REFUSALS, RULES, unasked
from arena.games.alkemy.material import SEATS
from arena.games.alkemy.options import OPTIONS, check_armies, settings
from arena.games.alkemy.state import AlkemyState
from arena.kernel.chance import Chance
from arena.kernel.game import Document, Game, Refused, Start
from arena.kernel.options import Option
from arena.kernel.seats import Seat


class AlkemyGame(Game[AlkemyState, Action, Fact]):
    name: ClassVar[str] = "alkemy"
    title: ClassVar[str] = "Alkemy"
    revision: ClassVar[int] = 2
    seats: ClassVar[range] = SEATS
    options: ClassVar[Mapping[str, Option]] = OPTIONS
    refusals: ClassVar[Mapping[str, str]] = REFUSALS
    refusal_rules: ClassVar[Mapping[str, tuple[str, ...]]] = RULES
    actions = ACTIONS
    facts = FACTS

    def settle(self, seats: int, options: Mapping[str, Any]) -> Document:
        settled = super().settle(seats, options)
        check_armies(settled)
        return settled

    def new(self, seats: int, options: Mapping[str, Any], chance: Chance) -> Start[AlkemyState, Fact]:
        state = AlkemyState()
        state.settings = settings(self.revision, self.settle(seats, options))
        state.seats = seats
        state.chance = chance
        events: Events = []
        setup.begin(state, events)
        return Start(state, events)

    def load(self, document: Document, chance: Chance) -> AlkemyState:
        return loading.load(self, document, chance)

    def longest(self, seats: int, options: Mapping[str, Any]) -> int:
        limit: int = self.settle(seats, options)["ply_limit"]
        return limit + 1  # both seats answer a sealed question, also the one that the limit falls into

    def read(self, state: AlkemyState, seat: Seat, document: Any) -> Action:
        """AK-8: whose turn it is comes before what is said."""
        early = unasked(state, seat)
        if early is not None:
            raise Refused(early)
        return self.action(document)


class AlkemyRevision1(AlkemyGame):
    """A deployment could leave no room for the rest (`deploying.REST_FITS`), and shots of a marksman counted when
    they were fired, not when they were announced (`shooting.ANNOUNCED_COUNT`).
    """

    revision: ClassVar[int] = 1
