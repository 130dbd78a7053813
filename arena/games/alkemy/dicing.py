"""Rolls (section 3): dice, which of them are kept, characteristic and opposed rolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arena.games.alkemy import facts, skills
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.keeping import Pair, dice_count, kept
from arena.games.alkemy.material import FACES, REROLLS, Face
from arena.games.alkemy.position import Figure, Position


class Side(NamedTuple):
    """One of the two in an opposed roll."""

    figure: Figure
    stat: int
    net: int
    colour: str


def roll(position: Position, colour: str, net: int, last: str = "") -> tuple[Face, ...]:
    """AK-33: the dice one after the other. `last`: the colour of the last of them, where it has its own."""
    count = dice_count(net)
    draw = position.chance.draw
    faces = FACES[colour]
    if not last:
        return tuple([faces[draw("dice", len(faces))] for _ in range(count)])
    colours = [faces] * (count - 1) + [FACES[last]]
    return tuple([of[draw("dice", len(of))] for of in colours])


def total_of(dice: Sequence[Face], pair: Pair, stat: int) -> int:
    return dice[pair[0]].number + dice[pair[1]].number + stat


def characteristic(
    position: Position, figure: Figure, why: str, stat: int, net: int, events: Events, colour: str = ""
) -> int:
    """AK-26: the total; symbols do not matter."""
    dice = roll(position, colour or skills.colour(figure), net)
    pair = kept(dice, net)
    total = total_of(dice, pair, stat)
    tell(events, facts.Roll(figure.id, why, dice, pair, stat, total))
    return total


def opposed(position: Position, why: str, first: Side, second: Side, events: Events) -> bool:
    """AK-27, AK-28: whether the figure named first wins."""
    for _ in range(1 + REROLLS):
        one = characteristic(position, first.figure, why, first.stat, first.net, events, first.colour)
        other = characteristic(position, second.figure, why, second.stat, second.net, events, second.colour)
        if one != other:
            return one > other
        if first.stat != second.stat:
            return first.stat > second.stat
    return position.chance.draw("ties", 2) == 0
