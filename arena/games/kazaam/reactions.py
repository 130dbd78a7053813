"""Using an ability, and the heads that answer it: the stack of KZ-67.

`pending` is the ability and the heads above it, as data. A use goes through here even when nobody has a head
to answer with: then the stack is never filled and the effect happens at once (KZ-64).
"""

from __future__ import annotations

from arena.games.kazaam import abilities, telling, turns
from arena.games.kazaam.actions import USE_HEAD, Use
from arena.games.kazaam.material import HEAD, HEAD_BIT, KINDS, NONE
from arena.games.kazaam.position import ALONE, REACTION, Pending, Position
from arena.games.kazaam.telling import Events
from arena.kernel.seats import Seat


def declare(position: Position, seat: Seat, use: Use, events: Events) -> None:
    """The tile is turned down and the action counted; then the questions, then the effect (KZ-44)."""
    position.actions_left -= 1
    turn_down(position, seat, use, events)
    for other, up in enumerate(position.up):
        if up & HEAD_BIT and other != seat:
            position.pending.append(Pending(seat, use))
            go_on(position, events)
            return
    abilities.happen(position, seat, use, events)


def turn_down(position: Position, seat: Seat, use: Use, events: Events) -> None:
    part = use.part
    position.up[seat] ^= 1 << part
    tile = position.board[seat][part]
    events.append(telling.used(seat, part, tile, use.target, use.target_part, use.take))


def cancel(position: Position, seat: Seat, events: Events) -> None:
    """The head goes down, and on top of what it would cancel (KZ-65, KZ-66)."""
    turn_down(position, seat, USE_HEAD, events)
    position.pending.append(Pending(seat, USE_HEAD))
    go_on(position, events)


def pass_by(position: Position, seat: Seat, events: Events) -> None:
    events.append(telling.passed(seat))
    go_on(position, events)


def go_on(position: Position, events: Events) -> None:
    """Asks the next seat about the top of the stack, or resolves it where nobody is left (KZ-67)."""
    pending = position.pending
    while pending:
        top = pending[-1]
        asked = next_to_ask(position, top)
        if asked != NONE:
            pending[-1] = top._replace(at=asked)
            position.phase = REACTION
            position.to_act = ALONE[asked]
            events.append(telling.asked(asked))
            return
        pending.pop()
        if top.use.part != HEAD:
            abilities.happen(position, top.seat, top.use, events)
            return
        under = pending.pop()
        events.append(telling.cancelled(under.seat, under.use.part))
    turns.settle(position, events)  # the ability itself was cancelled


def next_to_ask(position: Position, top: Pending) -> Seat:
    """The first seat after those asked, before the user's own, that may answer (KZ-63, KZ-64)."""
    seat = top.seat if top.at == NONE else top.at
    while True:
        seat = (seat + 1) % position.seats
        if seat == top.seat:
            return NONE
        if position.up[seat] & HEAD_BIT and (not position.settings.aimed_only or seat == aimed_at(position)):
            return seat


def aimed_at(position: Position) -> Seat:
    """Whom the top of the stack concerns (KZ-62). NONE: nobody."""
    top = position.pending[-1]
    if top.use.part == HEAD:
        return position.pending[-2].seat
    return top.use.target if KINDS[top.use.part] in ("ear", "hand", "tail") else NONE
