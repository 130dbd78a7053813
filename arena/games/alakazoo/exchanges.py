"""Actions 2 and 3: cards, and the special actions of keepers (sections 8 and 9)."""

from __future__ import annotations

from arena.games.alakazoo import announcements, facts, piles, refilling, tokens, turns
from arena.games.alakazoo.actions import (
    Barter,
    Fetch,
    FetchTwo,
    Give,
    Redraw,
    Revise,
    SwapColumn,
    SwapDiscard,
    Take,
    Trade,
    TradeTwo,
)
from arena.games.alakazoo.announcements import Events
from arena.games.alakazoo.material import CREATURE_OF, ENVOY, EXTRA_ON_REDRAW, MERCHANT, NONE, PART_OF
from arena.games.alakazoo.position import ALONE, GIVE, Pending, Position
from arena.kernel.events import Event
from arena.kernel.seats import Seat


def take(position: Position, seat: Seat, action: Take, events: Events) -> None:
    cards = position.columns[action.column]
    position.columns[action.column] = ()
    piles.add(position, seat, cards)  # AZ-51
    events.append(Event(facts.Took(seat, action.column, cards)))
    refilling.refill(position, events)  # AZ-52
    turns.after_action(position, events)


def redraw(position: Position, seat: Seat, action: Redraw, events: Events) -> None:
    cards = action.cards
    piles.discard(position, seat, cards, events)  # AZ-53, AZ-54
    extra = EXTRA_ON_REDRAW[position.magicians[seat]]  # AZ-164
    piles.draw(position, seat, len(cards) + extra, events)
    turns.after_action(position, events)


def fetch(position: Position, seat: Seat, action: Fetch, events: Events) -> None:
    piles.discard(position, seat, (action.discard,), events)  # AZ-57
    piles.pluck(position, seat, action.card, events)
    turns.after_action(position, events)


def fetch_two(position: Position, seat: Seat, action: FetchTwo, events: Events) -> None:
    piles.discard(position, seat, action.discard, events)  # AZ-71
    for card in action.cards:
        piles.pluck(position, seat, card, events)
    turns.after_action(position, events)


def trade(position: Position, seat: Seat, action: Trade, events: Events) -> None:
    _trade(position, Pending(seat, action.seat, action.creature, 1, (action.give,)), events)


def trade_two(position: Position, seat: Seat, action: TradeTwo, events: Events) -> None:
    _trade(position, Pending(seat, action.seat, action.creature, 2, action.give), events)  # AZ-72


def _trade(position: Position, deal: Pending, events: Events) -> None:
    """The other seat gives cards of the creature; chance picks what it lacks (AZ-58 to AZ-60)."""
    events.append(announcements.asked(deal.seat, deal.other, deal.creature, deal.count))
    hand = position.hands[deal.other]
    given = tuple([card for card in hand if CREATURE_OF[card] == deal.creature])
    if len(given) > deal.count:  # AZ-59
        position.pending = deal
        position.phase = GIVE
        position.to_act = ALONE[deal.other]
        return
    rest = tuple([card for card in hand if card not in given])
    while len(given) < deal.count:
        card = piles.drawn_blindly(position, "steal", rest)
        given += (card,)
        rest = tuple([other for other in rest if other != card])
    _deal(position, deal, tuple(sorted(given)), events)


def give(position: Position, seat: Seat, action: Give, events: Events) -> None:
    deal = position.pending
    assert deal is not None, "a gift is asked for while a trade is pending"
    position.pending = None
    _deal(position, deal, action.cards, events)


def _deal(position: Position, deal: Pending, given: tuple[int, ...], events: Events) -> None:
    piles.exchange(position, deal.seat, deal.offer, deal.other, given, events)
    if position.magicians[deal.seat] != MERCHANT:  # AZ-58, AZ-164
        tokens.take_dark(position, deal.seat, events)
    turns.after_action(position, events)


def put_on_portal(position: Position, seat: Seat, card: int) -> int:
    """The spell takes the place of the one of its part (AZ-64), which comes off; points and runes stay (AZ-66)."""
    part = PART_OF[card]
    spells = position.spells[seat]
    position.spells[seat] = (*spells[:part], card, *spells[part + 1 :])
    return spells[part]


def revise(position: Position, seat: Seat, action: Revise, events: Events) -> None:
    old = put_on_portal(position, seat, action.card)  # AZ-62
    piles.remove(position, seat, (action.card,))
    piles.add(position, seat, (old,))
    events.append(Event(facts.Revised(seat, action.card, old)))
    turns.after_action(position, events)


def barter(position: Position, seat: Seat, action: Barter, events: Events) -> None:
    gained = position.spells[action.seat][action.part]  # AZ-63
    lost = put_on_portal(position, seat, gained)
    put_on_portal(position, action.seat, lost)
    events.append(Event(facts.Bartered(seat, action.seat, action.part, gained, lost)))
    if position.magicians[seat] != ENVOY:  # AZ-164
        tokens.take_dark(position, seat, events)
    turns.after_action(position, events)


def swap_column(position: Position, seat: Seat, action: SwapColumn, events: Events) -> None:
    old = put_on_portal(position, seat, action.card)
    column = piles.put_in_place(position, action.card, old)  # AZ-68
    events.append(Event(facts.Swapped(seat, action.card, old, column)))
    turns.after_action(position, events)


def swap_discard(position: Position, seat: Seat, action: SwapDiscard, events: Events) -> None:
    old = put_on_portal(position, seat, action.card)
    position.discard.remove(action.card)  # AZ-69
    position.discard.append(old)
    events.append(Event(facts.Swapped(seat, action.card, old, NONE)))
    turns.after_action(position, events)
