"""The deck, the discard pile, and cards on their way into and out of hands and columns (section 4)."""

from __future__ import annotations

from arena.games.alakazoo import announcements
from arena.games.alakazoo.announcements import Events
from arena.games.alakazoo.material import FIRST_TOMMY
from arena.games.alakazoo.position import Position
from arena.kernel.seats import Seat


def shuffled(position: Position, cards: list[int]) -> list[int]:
    """The cards as a deck, shuffled from canonical order (AZ-19, AZ-28, AZ-141)."""
    cards.sort()
    position.chance.shuffle("deck", cards)
    cards.reverse()
    return cards


def next_card(position: Position, events: Events) -> int | None:
    """The top card, if need be of the discard pile made the deck again (AZ-28); Tommy's too."""
    if not position.deck:
        if not position.discard:
            return None
        position.deck = shuffled(position, position.discard)
        position.discard = []
        events.append(announcements.reshuffled(len(position.deck)))
    return position.deck.pop()


def draw(position: Position, seat: Seat, count: int, events: Events) -> None:
    """Spells into a hand, one by one."""
    hand, deck, drew = [*position.hands[seat]], position.deck, announcements.DREW[seat]
    for _ in range(count):
        if deck and deck[-1] < FIRST_TOMMY:
            card = deck.pop()
        else:
            found = _next_spell(position, seat, events)
            if found is None:
                break
            card, deck = found, position.deck
        hand.append(card)
        events += drew[card]
    hand.sort()
    position.hands[seat] = tuple(hand)


def _next_spell(position: Position, seat: Seat, events: Events) -> int | None:
    """Tommy's cards that come up for a hand go by without effect (AZ-145)."""
    while _any_spell(position):  # AZ-150
        card = next_card(position, events)
        if card is None or card < FIRST_TOMMY:
            return card
        position.discard.append(card)
        events.append(announcements.discarded(seat, (card,)))
    return None


def _any_spell(position: Position) -> bool:
    return any(card < FIRST_TOMMY for pile in (position.deck, position.discard) for card in pile)


def add(position: Position, seat: Seat, cards: tuple[int, ...]) -> None:
    position.hands[seat] = tuple(sorted([*position.hands[seat], *cards]))


def remove(position: Position, seat: Seat, cards: tuple[int, ...]) -> None:
    position.hands[seat] = tuple([card for card in position.hands[seat] if card not in cards])


def discard(position: Position, seat: Seat, cards: tuple[int, ...], events: Events) -> None:
    """Cards of the hand go on the discard pile (AZ-27)."""
    position.hands[seat] = tuple([card for card in position.hands[seat] if card not in cards])
    position.discard += cards
    events.append(announcements.discarded(seat, cards))


def column_of(position: Position, card: int) -> int:
    """The column that has the card."""
    return next(number for number, cards in enumerate(position.columns) if card in cards)


def pluck(position: Position, seat: Seat, card: int, events: Events) -> None:
    """A single card of a column into the hand; nothing takes its place (AZ-30)."""
    column = column_of(position, card)
    position.columns[column] = tuple([other for other in position.columns[column] if other != card])
    add(position, seat, (card,))
    events.append(announcements.fetched(seat, column, card))


def put_in_place(position: Position, card: int, other: int) -> int:
    """In its column a card gives its place to another (AZ-68); which column that is."""
    column = column_of(position, card)
    position.columns[column] = tuple([other if each == card else each for each in position.columns[column]])
    return column


def exchange(
    position: Position, seat: Seat, given: tuple[int, ...], other: Seat, taken: tuple[int, ...], events: Events
) -> None:
    """Cards between two hands, known to the two seats only (AZ-61, AZ-177)."""
    remove(position, seat, given)
    remove(position, other, taken)
    add(position, seat, taken)
    add(position, other, given)
    events.append(announcements.exchanged(seat, other, len(given)))
    events.append(announcements.got(seat, taken, other))
    events.append(announcements.got(other, given, seat))


def drawn_blindly(position: Position, stream: str, cards: tuple[int, ...]) -> int:
    """A random one of the cards, which are in canonical order; one draw even of a single card (AZ-60)."""
    return cards[position.chance.draw(stream, len(cards))]
