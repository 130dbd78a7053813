"""The turn and the actions that nobody answers: draw, play, extract, refresh (KZ-17 to KZ-39)."""

from __future__ import annotations

from arena.games.kazaam import announcements, scoring, units
from arena.games.kazaam.announcements import Events
from arena.games.kazaam.material import (
    ACTIONS,
    ALL_PARTS,
    BIT_OF,
    NONE,
    PART_OF,
    PRICE_OF,
    YIELD_OF,
)
from arena.games.kazaam.position import ALONE, TURN, Position
from arena.kernel.seats import Seat


def settle(position: Position, events: Events) -> None:
    """An action is wholly settled, perhaps after answers of others: the turn goes on, or has passed (KZ-20)."""
    position.phase = TURN
    position.to_act = ALONE[position.turn]
    if not position.actions_left:
        run_out(position, events)


def run_out(position: Position, events: Events) -> None:
    """The third action is settled. A complete board waits for the word, or for the end of the turn (KZ-75)."""
    if not (position.settings.spoken and position.filled[position.turn] == ALL_PARTS):
        pass_on(position, events)


def pass_on(position: Position, events: Events) -> None:
    """The turn ends, and goes to the left (KZ-17); after the last of the last round the game is over (KZ-77)."""
    turn = position.turn + 1
    if turn == position.seats:
        if position.round == position.settings.round_limit:
            scoring.end(position, events, scoring.ROUND_LIMIT)
            return
        turn = 0
        position.round += 1
    position.phase = TURN
    position.turn = turn
    position.to_act = ALONE[turn]
    position.actions_left = ACTIONS
    events.append(announcements.turn(turn, position.round))


def take_from_hand(position: Position, seat: Seat, tile: int) -> None:
    hand = position.hands[seat]
    place = hand.index(tile)
    position.hands[seat] = hand[:place] + hand[place + 1 :]


def draw(position: Position, seat: Seat, discard: int, events: Events) -> None:
    position.actions_left -= 1
    if discard != NONE:  # KZ-25
        take_from_hand(position, seat, discard)
        position.discard.append(discard)
        events.append(announcements.discarded(seat, discard, "hand"))
    if not position.deck:  # KZ-26
        position.chance.shuffle("reshuffle", position.discard)
        position.deck = position.discard[::-1]
        position.discard = []
        events.append(announcements.reshuffled(len(position.deck)))
    tile = position.deck.pop()  # KZ-23
    position.hands[seat] += (tile,)
    events += announcements.drew(seat, tile)
    if not position.actions_left:
        run_out(position, events)


def play(position: Position, seat: Seat, tile: int, events: Events) -> None:
    position.actions_left -= 1
    take_from_hand(position, seat, tile)
    price = PRICE_OF[tile]
    position.units[seat] -= price  # KZ-28
    position.supply += price
    position.board[seat][PART_OF[tile]] = tile
    position.filled[seat] |= BIT_OF[tile]
    position.up[seat] |= BIT_OF[tile]  # KZ-32
    events.append(announcements.played(seat, tile))
    if position.filled[seat] == ALL_PARTS and not position.settings.spoken:  # KZ-73, KZ-74
        scoring.end(position, events, scoring.KAZAAM, seat)
    elif not position.actions_left:
        run_out(position, events)


def extract(position: Position, seat: Seat, tile: int, events: Events) -> None:
    position.actions_left -= 1
    take_from_hand(position, seat, tile)
    position.discard.append(tile)
    due = YIELD_OF[position.alchemists[seat]][tile]  # KZ-34, KZ-35
    gained = units.lesser(position.supply, due)  # KZ-36
    position.units[seat] += gained
    position.supply -= gained
    events.append(announcements.extracted(seat, tile, gained))
    if not position.actions_left:
        run_out(position, events)


def refresh(position: Position, seat: Seat, events: Events) -> None:
    position.actions_left -= 1
    down = position.filled[seat] & ~position.up[seat]
    position.up[seat] = position.filled[seat]  # KZ-38
    events.append(announcements.refreshed(seat, down))
    if not position.actions_left:
        run_out(position, events)
