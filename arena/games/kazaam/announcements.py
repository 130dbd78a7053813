"""Facts made into events, each with the seats that are told (KZ-92).

Events are values: those of which there are few are made once and told again and again.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from arena.games.kazaam import facts, material
from arena.games.kazaam.facts import Fact
from arena.games.kazaam.position import ALONE
from arena.kernel.events import Event
from arena.kernel.seats import Seat

Events: TypeAlias = list[Event[Fact]]


def dealt(seat: Seat, tiles: tuple[int, ...]) -> Event[Fact]:
    return Event(facts.Dealt(seat, tiles, (seat,)), (seat,))


@cache
def turn(seat: Seat, round_number: int) -> Event[Fact]:
    return Event(facts.Turn(seat, round_number))


@cache
def discarded(seat: Seat, tile: int, source: str) -> Event[Fact]:
    return Event(facts.Discarded(seat, tile, source))


@cache
def reshuffled(count: int) -> Event[Fact]:
    return Event(facts.Reshuffled(count))


@cache
def drew(seat: Seat, tile: int) -> tuple[Event[Fact], Event[Fact]]:
    return Event(facts.Drew(seat)), Event(facts.DrewTile(seat, tile, (seat,)), (seat,))


@cache
def played(seat: Seat, tile: int) -> Event[Fact]:
    return Event(facts.Played(seat, material.PART_OF[tile], tile, material.PRICE_OF[tile]))


@cache
def extracted(seat: Seat, tile: int, gained: int) -> Event[Fact]:
    return Event(facts.Extracted(seat, tile, gained))


@cache
def refreshed(seat: Seat, parts: int) -> Event[Fact]:
    return Event(facts.Refreshed(seat, material.PARTS_IN[parts]))


@cache
def used(seat: Seat, part: int, tile: int, target: Seat, target_part: int, take: int) -> Event[Fact]:
    return Event(facts.Used(seat, part, tile, target, target_part, take))


@cache
def asked(seat: Seat) -> Event[Fact]:
    return Event(facts.Asked(seat))


@cache
def passed(seat: Seat) -> Event[Fact]:
    return Event(facts.Passed(seat))


@cache
def cancelled(seat: Seat, part: int) -> Event[Fact]:
    return Event(facts.Cancelled(seat, part))


@cache
def looked(seat: Seat, target: Seat) -> Event[Fact]:
    return Event(facts.Looked(seat, target))


def saw_hand(seat: Seat, target: Seat, tiles: tuple[int, ...]) -> Event[Fact]:
    to = ALONE[seat]
    return Event(facts.SawHand(seat, target, tiles, to), to)


@cache
def stole(seat: Seat, target: Seat, tile: int) -> tuple[Event[Fact], Event[Fact]]:
    both = (seat, target)
    return Event(facts.Stole(seat, target)), Event(facts.StoleTile(seat, target, tile, both), both)


@cache
def gained(seat: Seat, ingredients: int) -> Event[Fact]:
    return Event(facts.Gained(seat, ingredients))


@cache
def flipped(seat: Seat, part: int, tile: int) -> Event[Fact]:
    return Event(facts.Flipped(seat, part, tile, "down"))


@cache
def searched(seat: Seat) -> Event[Fact]:
    return Event(facts.Searched(seat))


def saw_discard(seat: Seat, tiles: tuple[int, ...]) -> Event[Fact]:
    to = ALONE[seat]
    return Event(facts.SawDiscard(seat, tiles, to), to)


@cache
def took(seat: Seat, tile: int) -> tuple[Event[Fact], Event[Fact]]:
    return Event(facts.Took(seat)), Event(facts.TookTile(seat, tile, (seat,)), (seat,))


@cache
def declined(seat: Seat) -> Event[Fact]:
    return Event(facts.Declined(seat))
