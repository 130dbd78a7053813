"""Facts made into events, each with the seats that are told (AZ-175 to AZ-177).

Events are values: those of which there are few are made once and told again and again.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from arena.games.alakazoo import facts
from arena.games.alakazoo.facts import Fact
from arena.kernel.events import Event
from arena.kernel.seats import Seat

Events: TypeAlias = list[Event[Fact]]


@cache
def turn(seat: Seat, round_number: int) -> Event[Fact]:
    return Event(facts.Turn(seat, round_number))


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


@cache
def drew(seat: Seat, card: int) -> tuple[Event[Fact], Event[Fact]]:
    """All see that a card is drawn; its new owner sees which."""
    return Event(facts.Drew(seat)), got(seat, (card,))


def got(seat: Seat, cards: tuple[int, ...], giver: Seat | None = None) -> Event[Fact]:
    """Cards of an exchange are seen by both (AZ-177)."""
    to = (seat,) if giver is None else (min(seat, giver), max(seat, giver))
    return Event(facts.Got(seat, cards, to), to)


@cache
def laid(column: int, card: int) -> Event[Fact]:
    return Event(facts.Laid(column, card))


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
