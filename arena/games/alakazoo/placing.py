"""Placing spells (section 10)."""

from __future__ import annotations

from arena.games.alakazoo import announcements, piles, turns
from arena.games.alakazoo.actions import Place
from arena.games.alakazoo.announcements import Events
from arena.games.alakazoo.exchanges import put_on_portal
from arena.games.alakazoo.material import CREATURE_OF, OWN_CREATURE, PAIR, PART_OF
from arena.games.alakazoo.position import Position
from arena.kernel.seats import Seat


def place(position: Position, seat: Seat, action: Place, events: Events) -> None:
    for card in sorted(action.cards, key=PART_OF.__getitem__):  # AZ-81
        part = PART_OF[card]
        points = _points(position, seat, card)
        put_on_portal(position, seat, card)
        position.filled[seat] |= 1 << part
        position.covered[seat] &= ~(PAIR << 2 * part)
        position.magic_supply += 2  # AZ-75
        position.points[seat] += points
        events.append(announcements.placed(seat, card, points))
    piles.remove(position, seat, action.cards)
    turns.after_placing(position, events)


def _points(position: Position, seat: Seat, card: int) -> int:
    if position.settings.solo:  # AZ-110
        return 0
    points = 0
    if CREATURE_OF[card] == position.portals[seat]:  # AZ-79
        points += OWN_CREATURE
    others = [filled for other, filled in enumerate(position.filled) if other != seat]
    if not any(filled >> PART_OF[card] & 1 for filled in others):  # AZ-80
        points += position.figures.first_at_position
    return points
