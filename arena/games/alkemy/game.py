"""What is fixed of Alkemy: seats, options, vocabularies, the beginning, the bound of AK-6."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from arena.games.alkemy import loading, setting_up
from arena.games.alkemy.actions import ACTIONS, Action
from arena.games.alkemy.material import MARKERS, NONE, SEATS
from arena.games.alkemy.options import OPTIONS, check_armies, settings
from arena.games.alkemy.position import ARMY, Marker, Setup
from arena.games.alkemy.refusals import REFUSALS, RULES, unasked
from arena.games.alkemy.state import AlkemyState
from arena.games.alkemy.table import Table, Terrain
from arena.games.alkemy.telling import FACTS, Events, Fact
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
        _lay_out(state)
        events: Events = []
        setting_up.begin(state, events)
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


def _lay_out(state: AlkemyState) -> None:
    """An empty board with its markers (AK-250)."""
    state.phase = ARMY
    state.answered()
    state.ply = state.turn = state.passes = 0
    state.result = None
    state.hand = NONE
    state.opening = False
    state.victory_points = (0, 0)
    state.setup = Setup()
    state.armies = ()
    state.pieces = ()
    state.tokens = ()
    state.markers = tuple(Marker(x, y, NONE) for x, y in MARKERS)
    state.cards = ()
    state.activated = ()
    state.figures = []
    state.table = Table(Terrain())
    state.combats = frozenset()
    state.activation = None
    state.agenda = []
