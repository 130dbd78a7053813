"""The legal actions of the seat to act, in the order of KZ-89.

Whole groups are left out by one guard (a face-down torso has no use at all), so that nothing is proposed which
`refusal` would refuse: the listing need not be filtered, and a property test holds it to that.
"""

from __future__ import annotations

from arena.games.kazaam import actions
from arena.games.kazaam.actions import Action
from arena.games.kazaam.material import (
    ALL_PARTS,
    BIT_OF,
    HAND_LIMIT,
    HEAD_BIT,
    KINDS,
    PARTS_IN,
    PRICE_OF,
    TAIL_BIT,
)
from arena.games.kazaam.position import LEG_CHOICE, REACTION, TURN, Position
from arena.games.kazaam.units import GUARDS
from arena.kernel.seats import Seat

ANSWERS: tuple[Action, ...] = (actions.CANCEL, actions.PASS)


def candidates(position: Position, seat: Seat) -> list[Action]:
    if seat not in position.to_act:
        return []
    if position.phase == TURN:
        return in_turn(position, seat)
    if position.phase == REACTION:
        return list(ANSWERS)
    assert position.phase == LEG_CHOICE
    return [*(actions.TAKE[tile] for tile in position.discard), actions.DECLINE]


def in_turn(position: Position, seat: Seat) -> list[Action]:
    found: list[Action] = []
    filled = position.filled[seat]
    if position.actions_left:
        hand = position.hands[seat]
        if position.deck or position.discard:  # KZ-27
            if len(hand) < HAND_LIMIT:
                found.append(actions.DRAW)
            elif position.settings.discard_first:  # KZ-25
                found += [actions.DRAW_DISCARDING[tile] for tile in hand]
        purse = position.units[seat] | GUARDS
        found += [
            actions.PLAY[tile]
            for tile in hand
            if not filled & BIT_OF[tile] and purse - PRICE_OF[tile] & GUARDS == GUARDS  # KZ-29, KZ-30
        ]
        if position.up[seat] & ~HEAD_BIT:
            uses(position, seat, found)
        found += [actions.EXTRACT[tile] for tile in hand]
        if position.up[seat] != filled:  # KZ-39
            found.append(actions.REFRESH)
    found.append(actions.END_TURN)
    if filled == ALL_PARTS and position.settings.spoken:  # KZ-75
        found.append(actions.KAZAAM)
    return found


def uses(position: Position, seat: Seat, found: list[Action]) -> None:
    room = len(position.hands[seat]) < HAND_LIMIT  # KZ-49, KZ-53
    for part in PARTS_IN[position.up[seat] & ~HEAD_BIT]:
        kind = KINDS[part]
        if kind == "torso":
            found += actions.torso_uses(position.supply)
        elif kind == "leg":
            if room and position.discard:
                found.append(actions.USE_LEG[part])
        elif kind == "tail":
            for target, on_target in enumerate(position.filled):
                aims = on_target & ~TAIL_BIT if target == seat else on_target  # KZ-58
                found += actions.USE_TAIL_ON[target][aims]
        elif room or kind == "ear":
            on_seat = actions.USE_ON_SEAT[part]
            for target, hand in enumerate(position.hands):
                if hand and target != seat:  # KZ-42, KZ-46
                    found.append(on_seat[target])
