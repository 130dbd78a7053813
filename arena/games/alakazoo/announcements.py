"""Facts made into events, each with the seats that are told (AZ-175 to AZ-177).

Events are values: those of which there are few are made once and told again and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

from arena.games.alakazoo import facts
from arena.games.alakazoo.facts import Fact
from arena.games.alakazoo.material import COLUMNS, SEATS, SPELLS
from arena.games.alakazoo.options import ROUND_LIMITS
from arena.kernel.events import Event
from arena.kernel.seats import Seat

Events: TypeAlias = list[Event[Fact]]


EVERY_SEAT, EVERY_SPELL = range(SEATS.stop - 1), range(len(SPELLS))
TURN: Final[Sequence[Sequence[Event[Fact]]]] = [
    [Event(facts.Turn(seat, number)) for number in range(ROUND_LIMITS[-1])] for seat in EVERY_SEAT
]
"""By seat and round."""


@cache
def skipped(seat: Seat) -> Event[Fact]:
    return Event(facts.Skipped(seat))


@cache
def rested(seat: Seat) -> Event[Fact]:
    return Event(facts.Rested(seat))


@cache
def lightened(seat: Seat, count: int) -> Event[Fact]:
    return Event(facts.Lightened(seat, count))


@cache
def darkened(seat: Seat, magic_back: int) -> Event[Fact]:
    return Event(facts.Darkened(seat, magic_back))


@cache
def paid(seat: Seat, count: int) -> Event[Fact]:
    return Event(facts.Paid(seat, count))


@cache
def rolled(seat: Seat, faces: tuple[int, ...]) -> Event[Fact]:
    return Event(facts.Rolled(seat, faces))


@cache
def activated(seat: Seat, face: int, rune: int) -> Event[Fact]:
    return Event(facts.Activated(seat, face, rune))


@cache
def stored(seat: Seat) -> Event[Fact]:
    return Event(facts.Stored(seat))


@cache
def missed(seat: Seat, face: int) -> Event[Fact]:
    return Event(facts.Missed(seat, face))


def got(seat: Seat, cards: tuple[int, ...], giver: Seat | None = None) -> Event[Fact]:
    """Cards of an exchange are seen by both (AZ-177)."""
    to = (seat,) if giver is None else (min(seat, giver), max(seat, giver))
    return Event(facts.Got(seat, cards, to), to)


def discarded(seat: Seat, cards: tuple[int, ...]) -> Event[Fact]:
    return Event(facts.Discarded(seat, cards))


@cache
def reshuffled(count: int) -> Event[Fact]:
    return Event(facts.Reshuffled(count))


@cache
def fetched(seat: Seat, column: int, card: int) -> Event[Fact]:
    return Event(facts.Fetched(seat, column, card))


@cache
def asked(seat: Seat, other: Seat, creature: int, count: int) -> Event[Fact]:
    return Event(facts.Asked(seat, other, creature, count))


@cache
def exchanged(seat: Seat, other: Seat, count: int) -> Event[Fact]:
    return Event(facts.Exchanged(seat, other, count))


@cache
def placed(seat: Seat, card: int, points: int) -> Event[Fact]:
    return Event(facts.Placed(seat, card, points))


def uncovered(seat: Seat, runes: tuple[int, ...]) -> Event[Fact]:
    return Event(facts.Uncovered(seat, runes))


DREW: Final[Sequence[Sequence[tuple[Event[Fact], Event[Fact]]]]] = [
    [(Event(facts.Drew(seat)), got(seat, (card,))) for card in EVERY_SPELL] for seat in EVERY_SEAT
]
"""By seat and card. All see that a card is drawn; its new owner sees which."""
LAID: Final[Sequence[Sequence[Event[Fact]]]] = [
    [Event(facts.Laid(column, card)) for card in EVERY_SPELL] for column in range(COLUMNS)
]
"""By column and card."""
