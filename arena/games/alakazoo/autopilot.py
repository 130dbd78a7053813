"""What a seat does whose bot is out: the least, by what its seat may know.

It takes the first portal, card, magician and page it is offered. On its turn it rests; in the solo mode, where it
may not, it rolls one die. A die, or a question that must be answered, it answers with the first of the legal
actions in their order: the lowest rune, the first cards of the hand. It places nothing and pays for nothing.
"""

from __future__ import annotations

from arena.games.alakazoo.actions import PLACE_NOTHING, REST, ROLL, Action
from arena.games.alakazoo.listing import group
from arena.games.alakazoo.position import ACTION, PLACE, Position
from arena.kernel.seats import Seat


def least(position: Position, seat: Seat) -> Action:
    if position.phase == ACTION:
        return ROLL[0] if position.settings.solo else REST
    if position.phase == PLACE:
        return PLACE_NOTHING
    _, action_at = group(position, seat)
    return action_at(0)
