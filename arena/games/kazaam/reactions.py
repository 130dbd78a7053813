"""Using an ability, and the heads that answer it: the stack of KZ-67.

`pending` is the ability and the heads above it, as data. A use goes through here even when nobody has a head
to answer with: then the stack is never filled and the effect happens at once (KZ-64).
"""

from __future__ import annotations

from typing import Final

from arena.games.kazaam import abilities, announcements, turns
from arena.games.kazaam.actions import USE_HEAD, Use
from arena.games.kazaam.announcements import Events
from arena.games.kazaam.material import HEAD, HEAD_BIT, NONE, SEATS
from arena.games.kazaam.position import ALONE, REACTION, Pending, Position
from arena.kernel.seats import Seat

FOLLOWING: Final = {
    seats: [
        [tuple((at + step) % seats for step in range(1, 1 + (seat - at - 1) % seats)) for at in range(seats)]
        for seat in range(seats)
    ]
    for seats in SEATS
}
"""By the number of seats, a use's seat, and the last one asked (its own, if none): who follows in turn order."""


def declare(position: Position, seat: Seat, use: Use, events: Events) -> None:
    """The tile is turned down and the action counted; then the questions, then the effect (KZ-44)."""
    position.actions_left -= 1
    turn_down(position, seat, use, events)
    asked = next_to_ask(position, seat, use, seat)
    if asked == NONE:
        abilities.happen(position, seat, use, events)
    else:
        position.pending.append(Pending(seat, use, asked))
        ask(position, asked, events)


def turn_down(position: Position, seat: Seat, use: Use, events: Events) -> None:
    part = use.part
    position.up[seat] ^= 1 << part
    tile = position.board[seat][part]
    events.append(announcements.used(seat, part, tile, use.target, use.target_part, use.take))


def cancel(position: Position, seat: Seat, events: Events) -> None:
    """The head goes down, and on top of what it would cancel (KZ-65, KZ-66)."""
    turn_down(position, seat, USE_HEAD, events)
    position.pending.append(Pending(seat, USE_HEAD, seat))
    go_on(position, events)


def pass_by(position: Position, seat: Seat, events: Events) -> None:
    events.append(announcements.passed(seat))
    go_on(position, events)


def go_on(position: Position, events: Events) -> None:
    """Asks the next seat about the top of the stack, or resolves it where nobody is left (KZ-67)."""
    pending = position.pending
    while pending:
        seat, use, at = pending.pop()
        asked = next_to_ask(position, seat, use, at)
        if asked != NONE:
            pending.append(Pending(seat, use, asked))
            ask(position, asked, events)
            return
        if use.part != HEAD:
            abilities.happen(position, seat, use, events)
            return
        under = pending.pop()
        events.append(announcements.cancelled(under.seat, under.use.part))
    turns.settle(position, events)  # the ability itself was cancelled


def next_to_ask(position: Position, seat: Seat, use: Use, at: Seat) -> Seat:
    """The first seat after those asked, before the user's own, that may answer (KZ-63, KZ-64)."""
    up = position.up
    for other in FOLLOWING[position.seats][seat][at]:
        if up[other] & HEAD_BIT and (not position.settings.aimed_only or other == aim(position, use)):  # KZ-61
            return other
    return NONE


def aim(position: Position, use: Use) -> Seat:
    """Whom a use concerns (KZ-62). Who aims at himself is asked nothing, whatever this says. NONE: nobody."""
    return position.pending[-1].seat if use.part == HEAD else use.target


def ask(position: Position, seat: Seat, events: Events) -> None:
    position.phase = REACTION
    position.to_act = ALONE[seat]
    events.append(announcements.asked(seat))
