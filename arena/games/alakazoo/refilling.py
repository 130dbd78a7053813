"""Cards laid in columns, and Tommy, who comes up among them (AZ-23, AZ-52, AZ-142 to AZ-149)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from arena.games.alakazoo import announcements, facts, piles, tokens
from arena.games.alakazoo.announcements import Events
from arena.games.alakazoo.material import (
    CARDS,
    COLUMNS,
    FIRST_TOMMY,
    IS_PERMANENT,
    runes_in,
)
from arena.games.alakazoo.position import OVER, Position
from arena.kernel.events import Event
from arena.kernel.seats import Seat

EVERY_COLUMN = range(COLUMNS)


def refill(position: Position, events: Events) -> None:
    """A card to each column that has room, left to right (AZ-29, AZ-52)."""
    for column in EVERY_COLUMN:
        if len(position.columns[column]) < position.figures.column_limit:
            lay(position, column, events)


def lay(position: Position, column: int, events: Events) -> None:
    """Cards come up for the column until a spell lies there (AZ-144), or none is left, or the game is over."""
    while position.phase != OVER:
        card = position.deck.pop() if position.deck else piles.next_card(position, events)
        if card is None:
            return
        if card < FIRST_TOMMY:
            position.columns[column] += (card,)
            events.append(announcements.LAID[column][card])
            return
        events.append(Event(facts.Tommy(card, column)))
        if IS_PERMANENT[card - FIRST_TOMMY]:  # AZ-143
            position.active += (card,)
            position.settle_limits()
        else:  # AZ-142; dealt with in full before the interrupted refill goes on (AZ-149)
            position.gone += (card,)
            EFFECTS[CARDS[card]](position, events)


def sweep(position: Position, columns: Iterable[int], events: Events) -> None:
    """All cards of these columns go on the discard pile."""
    swept = tuple(column for column in columns if position.columns[column])
    for column in swept:
        position.discard += position.columns[column]
        position.columns[column] = ()
    events.append(Event(facts.Swept(swept)))


def _from_turn(position: Position) -> Iterable[Seat]:
    """Each seat, in turn order from the one whose turn it is (AZ-146)."""
    seats, turn = position.seats, position.turn
    return [(turn + step) % seats for step in range(seats)]


def _yawn(position: Position, events: Events) -> None:
    for seat in _from_turn(position):
        tokens.return_dark(position, seat, position.dark[seat], events)


def _shadow(position: Position, events: Events) -> None:
    for seat in _from_turn(position):
        tokens.take_dark(position, seat, events)


def _gift(position: Position, events: Events) -> None:
    for seat in _from_turn(position):
        tokens.store(position, seat, events)


def _toll(position: Position, events: Events) -> None:
    for seat in _from_turn(position):
        if position.magic[seat]:
            tokens.pay(position, seat, 1, events)


def _gnaw(position: Position, events: Events) -> None:
    for seat in _from_turn(position):
        if position.covered[seat]:
            tokens.uncover(position, seat, runes_in(position.covered[seat])[:1], events)


def _sweep(position: Position, events: Events) -> None:
    sweep(position, EVERY_COLUMN, events)
    refill(position, events)


def _muddle(position: Position, events: Events) -> None:
    if position.settings.solo:
        return
    passed = [
        (seat, (seat + 1) % position.seats, piles.drawn_blindly(position, "tommy", position.hands[seat]))
        for seat in _from_turn(position)
        if position.hands[seat]
    ]
    for seat, _, card in passed:
        piles.remove(position, seat, (card,))
    for seat, other, card in passed:
        piles.add(position, other, (card,))
        events.append(Event(facts.PassedOn(seat, other)))
        events.append(announcements.got(other, (card,), seat))


def _stir(position: Position, events: Events) -> None:
    position.deck = piles.shuffled(position, position.deck + position.discard)
    position.discard = []
    events.append(announcements.reshuffled(len(position.deck)))


EFFECTS: Mapping[str, Callable[[Position, Events], None]] = {
    "tommy-yawn": _yawn,
    "tommy-shadow": _shadow,
    "tommy-gift": _gift,
    "tommy-toll": _toll,
    "tommy-gnaw": _gnaw,
    "tommy-sweep": _sweep,
    "tommy-muddle": _muddle,
    "tommy-stir": _stir,
}
"""The single-use cards (AZ-146)."""
