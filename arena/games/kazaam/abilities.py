"""What the abilities do, once nobody cancels them (KZ-46 to KZ-59)."""

from __future__ import annotations

from arena.games.kazaam import announcements, turns
from arena.games.kazaam.actions import Use
from arena.games.kazaam.announcements import Events
from arena.games.kazaam.material import KINDS, NONE
from arena.games.kazaam.position import ALONE, LEG_CHOICE, Look, Position
from arena.kernel.seats import Seat


def happen(position: Position, seat: Seat, use: Use, events: Events) -> None:
    """The effect, on the boards as they are now (KZ-44)."""
    kind = KINDS[use.part]
    if kind == "leg":
        search(position, seat, events)
        return  # the action is settled when the leg has chosen (KZ-52)
    if kind == "torso":
        gain(position, seat, use.take, events)
    elif kind == "ear":
        look(position, seat, use.target, events)
    elif kind == "hand":
        steal(position, seat, use.target, events)
    else:
        strike(position, use.target, use.target_part, events)
    turns.settle(position, events)


def look(position: Position, seat: Seat, target: Seat, events: Events) -> None:
    """An ear: the look is kept in table order, dated (KZ-46, KZ-47)."""
    tiles = tuple(sorted(position.hands[target]))
    position.seen_hands[seat, target] = Look(position.ply, tiles)
    events.append(announcements.looked(seat, target))
    events.append(announcements.saw_hand(seat, target, tiles))


def steal(position: Position, seat: Seat, target: Seat, events: Events) -> None:
    """A hand: one tile at random, to the end of the user's hand (KZ-48)."""
    hand = position.hands[target]
    place = position.chance.draw("steal", len(hand))
    tile = hand[place]
    position.hands[target] = hand[:place] + hand[place + 1 :]
    position.hands[seat] += (tile,)
    events += announcements.stole(seat, target, tile)


def gain(position: Position, seat: Seat, take: int, events: Events) -> None:
    """A torso (KZ-55)."""
    position.supply -= take
    position.units[seat] += take
    events.append(announcements.gained(seat, take))


def strike(position: Position, owner: Seat, part: int, events: Events) -> None:
    """A tail: a face-up tile is turned down, a face-down one discarded (KZ-57, KZ-59)."""
    tile = position.board[owner][part]
    bit = 1 << part
    if position.up[owner] & bit:
        position.up[owner] ^= bit
        events.append(announcements.flipped(owner, part, tile))
    else:
        position.filled[owner] ^= bit
        position.board[owner][part] = NONE
        position.discard.append(tile)
        events.append(announcements.discarded(owner, tile, "board"))


def search(position: Position, seat: Seat, events: Events) -> None:
    """A leg: its user sees the discard and chooses (KZ-52, KZ-54)."""
    tiles = tuple(sorted(position.discard))
    position.seen_discards[seat] = Look(position.ply, tiles)
    position.phase = LEG_CHOICE
    position.to_act = ALONE[seat]
    events.append(announcements.searched(seat))
    events.append(announcements.saw_discard(seat, tiles))


def take(position: Position, seat: Seat, tile: int, events: Events) -> None:
    position.discard.remove(tile)
    position.hands[seat] += (tile,)
    events += announcements.took(seat, tile)
    turns.settle(position, events)


def decline(position: Position, seat: Seat, events: Events) -> None:
    events.append(announcements.declined(seat))
    turns.settle(position, events)
