"""The course of a turn: its beginning, what follows an action, its end (sections 6, 11, 12)."""

from __future__ import annotations

from arena.games.alakazoo import announcements, book, facts, piles, scoring, tokens
from arena.games.alakazoo.actions import Discard, Rest, Trim
from arena.games.alakazoo.announcements import Events
from arena.games.alakazoo.material import (
    ALL_POSITIONS,
    DARK_LIMIT,
    FIRST_RUNES,
    FIRST_TO_FINISH,
    FURNACE,
    HOARDER,
    MAGIC_ON_REST,
    MAGIC_ON_SKIP,
    NONE,
    PART_OF,
)
from arena.games.alakazoo.position import ACTION, ALONE, DISCARD, OVER, PLACE, TRIM, Position
from arena.kernel.events import Event
from arena.kernel.seats import Seat


def begin(position: Position, seat: Seat, events: Events) -> None:
    """The turn of a seat, or of the next that has not lost it to dark tokens (AZ-38, AZ-88)."""
    position.charm_used = False
    while True:
        position.turn = seat
        events.append(announcements.TURN[seat][position.round])
        if position.dark[seat] < DARK_LIMIT or position.settings.solo:  # AZ-106
            position.phase = ACTION
            position.to_act = ALONE[seat]
            return
        events.append(announcements.skipped(seat))
        tokens.return_dark(position, seat, position.dark[seat], events)
        for _ in range(MAGIC_ON_SKIP[position.magicians[seat]]):  # AZ-164
            tokens.store(position, seat, events)
        seat += 1
        if seat == position.seats:
            if _ends_game(position, events):
                return
            seat = 0


def rest(position: Position, seat: Seat, action: Rest, events: Events) -> None:
    """AZ-40: nothing is placed after it, no limit is checked."""
    events.append(announcements.rested(seat))
    tokens.return_dark(position, seat, position.dark[seat], events)
    for _ in range(MAGIC_ON_REST[position.magicians[seat]]):  # AZ-164
        tokens.store(position, seat, events)
    end(position, events)


def after_action(position: Position, events: Events) -> None:
    """Spells may be placed (AZ-41), if one can be (AZ-77)."""
    if position.phase == OVER:
        return
    seat = position.turn
    covered = position.covered[seat]
    ready = covered & covered >> 1 & FIRST_RUNES  # the positions with both runes covered, by their first
    if ready:
        for card in position.hands[seat]:
            if ready >> 2 * PART_OF[card] & 1:
                position.phase = PLACE
                position.to_act = ALONE[seat]
                return
    after_placing(position, events)


def after_placing(position: Position, events: Events) -> None:
    """Is the portal full, or the solo game won? If not, the limits follow: first the tokens (AZ-84)."""
    seat = position.turn
    if position.settings.solo:
        if _is_won(position):  # AZ-109
            scoring.end_solo(position, events, scoring.WON)
            return
    elif position.filled[seat] == ALL_POSITIONS and position.finisher == NONE:  # AZ-85, AZ-86
        position.finisher = seat
        position.points[seat] += FIRST_TO_FINISH
        events.append(Event(facts.Finished(seat, FIRST_TO_FINISH)))
        if seat == position.seats - 1:  # AZ-87
            scoring.end(position, events, scoring.FINISHED)
            return
    if position.covered[seat].bit_count() > position.portal_limits[seat]:  # AZ-82
        position.phase = TRIM
        position.to_act = ALONE[seat]
    elif len(position.hands[seat]) > position.hand_limits[seat]:  # AZ-83
        position.phase = DISCARD
        position.to_act = ALONE[seat]
    elif seat + 1 < position.seats:
        begin(position, seat + 1, events)
    else:
        end(position, events)


def _is_won(position: Position) -> bool:
    """The portal is full, or with a page all its lines are fulfilled (AZ-109, AZ-130)."""
    if position.settings.book == "goal":
        return all(book.fulfilled(position, 0))
    return position.filled[0] == ALL_POSITIONS


def trim(position: Position, seat: Seat, action: Trim, events: Events) -> None:
    tokens.uncover(position, seat, action.runes, events)
    if position.magicians[seat] != FURNACE:  # AZ-164
        tokens.take_dark(position, seat, events)
    if position.phase == OVER:
        return
    if len(position.hands[seat]) > position.hand_limits[seat]:
        position.phase = DISCARD
    else:
        end(position, events)


def discard(position: Position, seat: Seat, action: Discard, events: Events) -> None:
    piles.discard(position, seat, action.cards, events)
    if position.magicians[seat] != HOARDER:  # AZ-164
        tokens.take_dark(position, seat, events)
    if position.phase != OVER:
        end(position, events)


def end(position: Position, events: Events) -> None:
    """The turn is over; the next seat's begins, if the game goes on."""
    following = position.turn + 1
    if following == position.seats:
        if _ends_game(position, events):
            return
        following = 0
    begin(position, following, events)


def _ends_game(position: Position, events: Events) -> bool:
    """With the turn of the last seat a round is over; perhaps the game is (AZ-87, AZ-89)."""
    if position.finisher != NONE:
        scoring.end(position, events, scoring.FINISHED)
        return True
    if position.round == position.settings.round_limit - 1:
        end_of_game = scoring.end_solo if position.settings.solo else scoring.end
        end_of_game(position, events, scoring.ROUND_LIMIT)
        return True
    position.round += 1
    return False
