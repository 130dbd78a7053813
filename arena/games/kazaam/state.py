"""A position that can be played: the kernel's contract over the rules' modules."""

from __future__ import annotations

from typing import assert_never

from arena.games.kazaam import abilities, legality, listing, reactions, scoring, turns, views
from arena.games.kazaam.actions import (
    Action,
    Cancel,
    Decline,
    Draw,
    EndTurn,
    Extract,
    Kazaam,
    Pass,
    Play,
    Refresh,
    Take,
    Use,
)
from arena.games.kazaam.announcements import Events
from arena.games.kazaam.autopilot import LEAST
from arena.games.kazaam.facts import Fact
from arena.games.kazaam.position import PHASES, Position
from arena.kernel.choices import Listed
from arena.kernel.game import Document, Refused, State
from arena.kernel.seats import Seat, Viewer


class KazaamState(Position, State[Action, Fact]):
    __slots__ = ()

    def question(self, seat: Seat) -> str:
        return PHASES[self.phase]

    def candidates(self, seat: Seat) -> list[Action]:
        return listing.candidates(self, seat)

    def legal(self, seat: Seat) -> Listed[Action]:
        return Listed(listing.candidates(self, seat))

    def refusal(self, seat: Seat, action: Action) -> str | None:
        return legality.refusal(self, seat, action)

    def apply(self, seat: Seat, action: Action) -> Events:
        code = legality.refusal(self, seat, action)
        if code is not None:
            raise Refused(code)
        self.ply += 1  # KZ-86
        events: Events = []
        match action:
            case Use():
                reactions.declare(self, seat, action, events)
            case EndTurn():  # KZ-19
                turns.pass_on(self, events)
            case Extract():
                turns.extract(self, seat, action.tile, events)
            case Draw():
                turns.draw(self, seat, action.discard, events)
            case Play():
                turns.play(self, seat, action.tile, events)
            case Refresh():
                turns.refresh(self, seat, events)
            case Pass():
                reactions.pass_by(self, seat, events)
            case Cancel():
                reactions.cancel(self, seat, events)
            case Take():
                abilities.take(self, seat, action.tile, events)
            case Decline():
                abilities.decline(self, seat, events)
            case Kazaam():  # KZ-75
                scoring.end(self, events, scoring.KAZAAM, seat)
            case _:
                assert_never(action)
        return events

    def view(self, viewer: Viewer) -> Document:
        return views.view(self, viewer)

    def dump(self) -> Document:
        return views.state(self)

    def copy(self) -> KazaamState:
        twin = KazaamState.__new__(KazaamState)
        self.copy_onto(twin)
        return twin

    def autopilot(self, seat: Seat) -> Action:
        return LEAST[self.phase]
