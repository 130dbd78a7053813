"""A position that can be played: the kernel's contract over the rules' modules."""

from __future__ import annotations

from arena.games.alakazoo import autopilot, legality, listing, tokens, views
from arena.games.alakazoo.actions import Action
from arena.games.alakazoo.announcements import Events
from arena.games.alakazoo.deeds import DEEDS
from arena.games.alakazoo.facts import Fact
from arena.games.alakazoo.position import PHASES, Position
from arena.kernel.game import Document, Refused, State
from arena.kernel.seats import Seat, Viewer


class AlakazooState(Position, State[Action, Fact]):
    __slots__ = ()

    def question(self, seat: Seat) -> str:
        return PHASES[self.phase]

    def candidates(self, seat: Seat) -> listing.Numbered:
        return listing.Numbered(self, seat)

    def legal(self, seat: Seat) -> listing.Numbered:
        return listing.Numbered(self, seat)

    def refusal(self, seat: Seat, action: Action) -> str | None:
        return legality.refusal(self, seat, action)

    def apply(self, seat: Seat, action: Action) -> Events:
        deed = DEEDS[type(action)]
        code = legality.of_deed(self, seat, action, deed)
        if code is not None:
            raise Refused(code)
        events: Events = []
        self.ply += 1
        if deed.paid:  # first of all (AZ-55)
            tokens.pay(self, seat, self.figures.keeper_cost, events)
        deed.effect(self, seat, action, events)
        return events

    def view(self, viewer: Viewer) -> Document:
        return views.view(self, viewer)

    def dump(self) -> Document:
        return views.state(self)

    def copy(self) -> AlakazooState:
        twin = AlakazooState.__new__(AlakazooState)
        self.copy_onto(twin)
        return twin

    def autopilot(self, seat: Seat) -> Action:
        return autopilot.least(self, seat)
