"""The Magic University: the special actions of keeper cards (section 17).

What magicians do passively stands where it is done.
"""

from __future__ import annotations

from arena.games.alakazoo import facts, piles, refilling, tokens, turns
from arena.games.alakazoo.actions import (
    Borrow,
    Cleanse,
    Curse,
    Extinguish,
    Hoard,
    Kindle,
    Pluck,
    Recall,
    Shift,
    Snatch,
    Study,
    Sweep,
    Swindle,
)
from arena.games.alakazoo.announcements import Events
from arena.games.alakazoo.material import CARDS_OF_STUDY, CARDS_OF_SWEEP, WILD
from arena.games.alakazoo.position import Position
from arena.kernel.events import Event
from arena.kernel.seats import Seat


def recall(position: Position, seat: Seat, action: Recall, events: Events) -> None:
    position.discard.remove(action.card)
    position.discard.append(action.discard)
    piles.remove(position, seat, (action.discard,))
    piles.add(position, seat, (action.card,))
    events.append(Event(facts.Recalled(seat, action.discard, action.card)))
    turns.after_action(position, events)


def kindle(position: Position, seat: Seat, action: Kindle, events: Events) -> None:
    """As a wild die does."""
    tokens.cover(position, seat, WILD, action.rune, events)
    turns.after_action(position, events)


def shift(position: Position, seat: Seat, action: Shift, events: Events) -> None:
    position.covered[seat] ^= 1 << action.from_rune | 1 << action.to_rune
    events.append(Event(facts.Shifted(seat, action.from_rune, action.to_rune)))
    turns.after_action(position, events)


def cleanse(position: Position, seat: Seat, action: Cleanse, events: Events) -> None:
    tokens.return_dark(position, seat, 1, events)
    turns.after_action(position, events)


def study(position: Position, seat: Seat, action: Study, events: Events) -> None:
    piles.draw(position, seat, CARDS_OF_STUDY, events)
    turns.after_action(position, events)


def sweep(position: Position, seat: Seat, action: Sweep, events: Events) -> None:
    refilling.sweep(position, (action.column,), events)
    for _ in range(CARDS_OF_SWEEP):
        refilling.lay(position, action.column, events)
    turns.after_action(position, events)


def pluck(position: Position, seat: Seat, action: Pluck, events: Events) -> None:
    piles.pluck(position, seat, action.card, events)
    turns.after_action(position, events)


def borrow(position: Position, seat: Seat, action: Borrow, events: Events) -> None:
    piles.remove(position, seat, (action.give,))
    piles.put_in_place(position, action.card, action.give)
    piles.add(position, seat, (action.card,))
    events.append(Event(facts.Borrowed(seat, action.give, action.card)))
    turns.after_action(position, events)


def hoard(position: Position, seat: Seat, action: Hoard, events: Events) -> None:
    while tokens.store(position, seat, events):
        pass
    turns.after_action(position, events)


def snatch(position: Position, seat: Seat, action: Snatch, events: Events) -> None:
    position.magic[action.seat] -= 1
    position.magic[seat] += 1  # its payment has left a slot free
    events.append(Event(facts.Snatched(seat, action.seat)))
    tokens.take_dark(position, seat, events)
    turns.after_action(position, events)


def curse(position: Position, seat: Seat, action: Curse, events: Events) -> None:
    position.dark[seat] -= 1
    position.dark_supply += 1
    events.append(Event(facts.Cursed(seat, action.seat)))
    tokens.take_dark(position, action.seat, events)
    turns.after_action(position, events)


def extinguish(position: Position, seat: Seat, action: Extinguish, events: Events) -> None:
    tokens.uncover(position, action.seat, (action.rune,), events)
    tokens.take_dark(position, seat, events)
    turns.after_action(position, events)


def swindle(position: Position, seat: Seat, action: Swindle, events: Events) -> None:
    taken = piles.drawn_blindly(position, "steal", position.hands[action.seat])  # AZ-60
    piles.exchange(position, seat, (action.give,), action.seat, (taken,), events)
    turns.after_action(position, events)
