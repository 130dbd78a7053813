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
    BITS_OF_KIND,
    HAND_LIMIT,
    HEAD_BIT,
    PARTS_IN,
    PRICE_OF,
    TAIL_BIT,
    TORSO_BIT,
)
from arena.games.kazaam.position import LEG_CHOICE, REACTION, Position
from arena.games.kazaam.units import GUARDS
from arena.kernel.seats import Seat

DRAW, END_TURN, PLAY, REFRESH = actions.DRAW, actions.END_TURN, actions.PLAY, actions.REFRESH
EXTRACT_OF, TAKE_OF = actions.EXTRACT.__getitem__, actions.TAKE.__getitem__
EARS, LEGS = BITS_OF_KIND["ear"], BITS_OF_KIND["leg"]
EARS_AND_HANDS = EARS | BITS_OF_KIND["hand"]
ANSWERS: tuple[Action, ...] = (actions.CANCEL, actions.PASS)


def candidates(position: Position, seat: Seat) -> list[Action]:
    found: list[Action] = []
    if seat not in position.to_act:
        return found
    if position.phase == REACTION:
        found += ANSWERS
        return found
    if position.phase == LEG_CHOICE:
        found += map(TAKE_OF, position.discard)
        found.append(actions.DECLINE)
        return found
    filled = position.filled[seat]
    if position.actions_left:
        hand = position.hands[seat]
        if position.deck or position.discard:  # KZ-27
            if len(hand) < HAND_LIMIT:
                found.append(DRAW)
            elif position.settings.discard_first:  # KZ-25
                found += [actions.DRAW_DISCARDING[tile] for tile in hand]
        purse = position.units[seat] | GUARDS
        for tile in hand:
            if not filled & BIT_OF[tile] and purse - PRICE_OF[tile] & GUARDS == GUARDS:  # KZ-29, KZ-30
                found.append(PLAY[tile])
        if position.up[seat] & ~HEAD_BIT:
            uses(position, seat, found)
        found += map(EXTRACT_OF, hand)
        if position.up[seat] != filled:  # KZ-39
            found.append(REFRESH)
    found.append(END_TURN)
    if filled == ALL_PARTS and position.settings.spoken:  # KZ-75
        found.append(actions.KAZAAM)
    return found


def uses(position: Position, seat: Seat, found: list[Action]) -> None:
    """By kind: ears and hands, legs, torso, tail."""
    up = position.up[seat]
    room = len(position.hands[seat]) < HAND_LIMIT  # KZ-49, KZ-53
    reaching = up & (EARS_AND_HANDS if room else EARS)
    if reaching:
        targets = 0
        for target, hand in enumerate(position.hands):
            if hand and target != seat:  # KZ-42, KZ-46
                targets |= 1 << target
        for part in PARTS_IN[reaching]:
            found += actions.USE_ON_SEATS[part][targets]
    if up & LEGS and room and position.discard:
        found += [actions.USE_LEG[part] for part in PARTS_IN[up & LEGS]]
    if up & TORSO_BIT:
        found += actions.torso_uses(position.supply)
    if up & TAIL_BIT:
        for target, filled in enumerate(position.filled):
            aims = filled & ~TAIL_BIT if target == seat else filled  # KZ-58
            found += actions.USE_TAIL_ON[target][aims]
