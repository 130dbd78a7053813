"""Magic and dark tokens on their ways between supply, keepers and runes (section 5)."""

from __future__ import annotations

from arena.games.alakazoo import announcements, scoring
from arena.games.alakazoo.announcements import Events
from arena.games.alakazoo.material import DARK_LIMIT, DARK_LOST_AT
from arena.games.alakazoo.position import Position
from arena.kernel.seats import Seat


def store(position: Position, seat: Seat, events: Events) -> bool:
    """A magic token into a free slot of the keeper, if there is either (AZ-32, AZ-33)."""
    if not position.magic_supply or position.free_slots(seat) <= 0:
        return False
    position.magic_supply -= 1
    position.magic[seat] += 1
    events.append(announcements.stored(seat))
    return True


def cover(position: Position, seat: Seat, face: int, rune: int, events: Events) -> None:
    """A magic token of the supply onto a rune (AZ-32)."""
    position.magic_supply -= 1
    position.covered[seat] |= 1 << rune
    events.append(announcements.activated(seat, face, rune))


def uncover(position: Position, seat: Seat, runes: tuple[int, ...], events: Events) -> None:
    for rune in runes:
        position.covered[seat] &= ~(1 << rune)
    position.magic_supply += len(runes)
    events.append(announcements.uncovered(seat, runes))


def pay(position: Position, seat: Seat, count: int, events: Events) -> None:
    position.magic[seat] -= count
    position.magic_supply += count
    events.append(announcements.paid(seat, count))


def take_dark(position: Position, seat: Seat, events: Events) -> None:
    """A dark token for the seat; in the solo mode the game may end with it."""
    dark = position.dark[seat]
    solo = position.settings.solo
    if dark >= DARK_LIMIT and not solo:  # AZ-35, AZ-106
        return
    magic_back = 0
    if position.free_slots(seat) <= 0:  # AZ-34
        magic_back = 1
        position.magic[seat] -= 1
        position.magic_supply += 1
    position.dark[seat] = dark + 1
    position.dark_supply -= 1
    events.append(announcements.darkened(seat, magic_back))
    if solo and dark + 1 >= DARK_LOST_AT:  # AZ-108
        scoring.end_solo(position, events, scoring.DARKNESS)


def return_dark(position: Position, seat: Seat, count: int, events: Events) -> None:
    if count:
        position.dark[seat] -= count
        position.dark_supply += count
        events.append(announcements.lightened(seat, count))
