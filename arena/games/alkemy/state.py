"""A position that can be played: the kernel's contract over the rules' modules."""

from __future__ import annotations

from arena.games.alkemy import answering, explaining, legality, listing, templates, views
from arena.games.alkemy.actions import DEFAULT, Action
from arena.games.alkemy.announcements import Events, Fact
from arena.games.alkemy.position import Position
from arena.games.alkemy.questions import KINDS
from arena.kernel.game import Document, Refused, State
from arena.kernel.seats import Seat, Viewer


class AlkemyState(Position, State[Action, Fact]):
    __slots__ = ()

    def question(self, seat: Seat) -> str:
        return "" if self.asked is None else KINDS[type(self.asked)]

    def candidates(self, seat: Seat) -> listing.Answers:
        return listing.Answers(self, self, seat)

    def legal(self, seat: Seat) -> listing.Answers:
        return listing.Answers(self, self, seat)

    def templates(self, seat: Seat) -> list[Document]:
        return templates.templates(self, seat) if seat in self.to_act else []

    def refusal(self, seat: Seat, action: Action) -> str | None:
        return legality.refusal(self, seat, action)

    def explanation(self, seat: Seat, action: Action) -> str:
        return explaining.explanation(self, seat, action)

    def apply(self, seat: Seat, action: Action) -> Events:
        code = legality.refusal(self, seat, action)
        if code is not None:
            raise Refused(code)
        events: Events = []
        answering.answer(self, seat, action, events)
        return events

    def view(self, viewer: Viewer) -> Document:
        return views.view(self, viewer)

    def dump(self) -> Document:
        return views.state(self)

    def copy(self) -> AlkemyState:
        twin = AlkemyState.__new__(AlkemyState)
        self.copy_onto(twin)
        return twin

    def autopilot(self, seat: Seat) -> Action:
        return DEFAULT
