"""Action 1: the spell dice (section 7)."""

from __future__ import annotations

from arena.games.alakazoo import announcements, tokens, turns
from arena.games.alakazoo.actions import Activate, Miss, Roll, Store
from arena.games.alakazoo.announcements import Events
from arena.games.alakazoo.material import CHARMED, FACES, OPEN_RUNES, RUNES_FOR, WILD
from arena.games.alakazoo.position import DICE, OVER, Position
from arena.kernel.seats import Seat


def free_runes(position: Position, seat: Seat, face: int) -> int:
    """The uncovered runes in play that the face can cover (AZ-36, AZ-45, AZ-46)."""
    return RUNES_FOR[position.portals[seat]][face] & OPEN_RUNES[position.filled[seat]] & ~position.covered[seat]


def is_usable(position: Position, seat: Seat, face: int) -> bool:
    """Whether the die can bring a magic token: then it must (AZ-48, AZ-49)."""
    if not position.magic_supply:
        return False
    return bool(free_runes(position, seat, face)) or (face == WILD and position.free_slots(seat) > 0)


def roll(position: Position, seat: Seat, action: Roll, events: Events) -> None:
    draw = position.chance.draw
    faces = tuple([draw("dice", len(FACES)) for _ in range(action.dice)])  # AZ-43
    events.append(announcements.rolled(seat, faces))
    position.dice = tuple(sorted(faces))
    position.phase = DICE


def activate(position: Position, seat: Seat, action: Activate, events: Events) -> None:
    tokens.cover(position, seat, action.face, action.rune, events)
    _resolved(position, action.face, events)


def store(position: Position, seat: Seat, action: Store, events: Events) -> None:
    tokens.store(position, seat, events)
    _resolved(position, WILD, events)


def miss(position: Position, seat: Seat, action: Miss, events: Events) -> None:
    face = action.face
    events.append(announcements.missed(seat, face))
    if face != WILD and not free_runes(position, seat, face):  # AZ-47, AZ-49
        if position.magicians[seat] == CHARMED and not position.charm_used:  # AZ-164
            position.charm_used = True
        else:
            tokens.take_dark(position, seat, events)
    _resolved(position, face, events)


def _resolved(position: Position, face: int, events: Events) -> None:
    """The die is done with; after the last of them spells may be placed (AZ-44)."""
    if position.phase == OVER:
        return
    dice = position.dice
    place = dice.index(face)
    position.dice = dice[:place] + dice[place + 1 :]
    if not position.dice:
        turns.after_action(position, events)
