"""A position of Poison, and how a play changes it (sections 4 to 9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from arena.games.poison import legality, listing, views
from arena.games.poison.actions import Play
from arena.games.poison.announcements import ALONE, DREW, GOT, PLAYED
from arena.games.poison.autopilot import least_risky
from arena.games.poison.facts import Dealt, Ended, Fact, Hand, Overflowed, Scored
from arena.games.poison.fast.colouring import COLOURLESS
from arena.games.poison.material import (
    CAULDRONS,
    COLOUR_OF,
    KIND_OF,
    NO_COLOUR,
    ONE,
    OVERFLOW_ABOVE,
    VALUES,
    bag_of,
    names,
    size,
)
from arena.games.poison.options import Table
from arena.games.poison.scoring import reckon, result_of
from arena.games.poison.setup import deal
from arena.kernel.chance import Chance
from arena.kernel.choices import Choices, Listed
from arena.kernel.events import Event
from arena.kernel.game import Document, Refused, State
from arena.kernel.results import Result
from arena.kernel.seats import Seat, Viewer

Events = list[Event[Fact]]


class PoisonState(State[Play, Fact]):
    """Hands, taken cards and the cards aside are bags; the pile is kinds, the cauldrons names in order of play.

    What follows from the rest (`sums`, `colouring`, `to_act`) is kept beside it, for speed alone.
    """

    __slots__ = (
        "aside",
        "cauldrons",
        "chance",
        "colouring",
        "hands",
        "options",
        "pile",
        "ply",
        "result",
        "round",
        "scores",
        "seats",
        "sums",
        "table",
        "taken",
        "to_act",
    )

    def __init__(self, table: Table, options: Mapping[str, str], chance: Chance) -> None:
        self.table = table
        self.options = options
        self.seats = table.seats
        self.chance = chance
        self.to_act: tuple[Seat, ...] = ()
        self.result: Result | None = None
        self.round = 0
        self.ply = 0
        self.hands: list[int] = []
        self.taken = [0] * table.seats
        self.scores: list[tuple[int, ...]] = [()] * table.seats
        self.pile: list[int] = []
        """The top is last."""
        self.aside = 0
        self.cauldrons: list[tuple[str, ...]] = [()] * CAULDRONS
        self.sums = [0] * CAULDRONS
        self.colouring = COLOURLESS

    @property
    def dealer(self) -> Seat:
        return self.table.dealer(self.round)

    def question(self, seat: Seat) -> str:
        return "play"

    def candidates(self, seat: Seat) -> Iterable[Play]:
        return listing.candidates(self, seat)

    def legal(self, seat: Seat) -> Choices[Play]:
        return Listed(self.colouring.plays(self.hands[seat]) if seat in self.to_act else ())

    def refusal(self, seat: Seat, action: Play) -> str | None:
        return legality.refusal(self, seat, action)

    def apply(self, seat: Seat, action: Play) -> Events:
        code = legality.refusal(self, seat, action)
        if code is not None:
            raise Refused(code)
        card, cauldron = action
        kind = KIND_OF[card]
        self.hands[seat] -= ONE[kind]
        total = self.sums[cauldron] + VALUES[kind]  # PO-28
        events: Events = [PLAYED[seat][kind][cauldron][total]]
        if total > OVERFLOW_ABOVE:  # PO-29, PO-30
            events.append(self._overflow(seat, card, cauldron))
        else:
            self.sums[cauldron] = total
            self.cauldrons[cauldron] += (card,)
            colour = COLOUR_OF[kind]
            if colour != NO_COLOUR:  # PO-22
                self.colouring = self.colouring.following[cauldron][colour]
        self.ply += 1
        if self.pile:
            events += self._draw(seat)
        following = seat + 1 if seat + 1 < self.seats else 0
        if self.hands[following]:  # PO-18
            self.to_act = ALONE[following]
        else:
            self._pass_over(seat, events)
        return events

    def _overflow(self, seat: Seat, card: str, cauldron: int) -> Event[Fact]:
        """PO-29, PO-31: the cards go to the seat, the one just played stays alone; PO-27: its colour rules."""
        cards = self.cauldrons[cauldron]
        kind = KIND_OF[card]
        self.taken[seat] += bag_of(cards)
        self.cauldrons[cauldron] = (card,)
        self.sums[cauldron] = VALUES[kind]
        self.colouring = self.colouring.following[cauldron][COLOUR_OF[kind]]
        return Event(Overflowed(seat, cauldron, cards))

    def _draw(self, seat: Seat) -> Events:
        """PO-49, PO-50: after the overflow, before the next turn."""
        kind = self.pile.pop()
        self.hands[seat] += ONE[kind]
        return [DREW[seat][len(self.pile)], GOT[seat][kind]]

    def _pass_over(self, seat: Seat, events: Events) -> None:
        """PO-21: a seat without cards has no turn; PO-34, PO-51: where nobody has any the round ends."""
        for step in range(2, self.seats + 1):
            following = (seat + step) % self.seats
            if self.hands[following]:
                self.to_act = ALONE[following]
                return
        self._end_round(events)

    def _end_round(self, events: Events) -> None:
        """PO-41: scores, and deals the next round or ends the game, in the same step."""
        reckoned = reckon(self.taken)
        self.scores = [(*scores, row.points) for scores, row in zip(self.scores, reckoned, strict=True)]
        events.append(Event(Scored(self.round, reckoned)))
        if self.round + 1 < self.table.rounds:
            self.round += 1
            events += self.begin_round()
            return
        self.to_act = ()
        self.result = result_of(self.scores)
        events.append(Event(Ended(self.result.scores, self.result.ranks, self.result.reason)))

    def begin_round(self) -> Events:
        """PO-5, PO-12, PO-18: empty cauldrons, a fresh deal, the seat after the dealer begins."""
        dealer = self.dealer
        self.hands, self.pile, self.aside = deal(self.table, dealer, self.chance)
        self.taken = [0] * self.seats
        self.cauldrons = [()] * CAULDRONS
        self.sums = [0] * CAULDRONS
        self.colouring = COLOURLESS
        self.to_act = ALONE[(dealer + 1) % self.seats]
        counts = tuple(size(hand) for hand in self.hands)
        hands: Events = [
            Event(Hand(seat, names(hand), ALONE[seat]), ALONE[seat]) for seat, hand in enumerate(self.hands)
        ]
        return [Event(Dealt(self.round, dealer, counts, len(self.pile), size(self.aside))), *hands]

    def view(self, viewer: Viewer) -> Document:
        return views.view(self, viewer)

    def dump(self) -> Document:
        return views.dump(self)

    def autopilot(self, seat: Seat) -> Play:
        return least_risky(self.legal(seat), self.sums, self.cauldrons)

    def copy(self) -> PoisonState:
        twin = PoisonState.__new__(PoisonState)
        twin.table = self.table
        twin.options = self.options
        twin.seats = self.seats
        twin.chance = self.chance.copy()
        twin.to_act = self.to_act
        twin.result = self.result
        twin.round = self.round
        twin.ply = self.ply
        twin.hands = self.hands.copy()
        twin.taken = self.taken.copy()
        twin.scores = self.scores.copy()
        twin.pile = self.pile.copy()
        twin.aside = self.aside
        twin.cauldrons = self.cauldrons.copy()
        twin.sums = self.sums.copy()
        twin.colouring = self.colouring
        return twin
