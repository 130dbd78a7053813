"""Blows: COM rolls against DEF, what they inflict, Combo (AK-145 to AK-151, AK-290)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.games.alkemy import damage, dicing, effects, facts, keeping, skills
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.material import BY_EFFECT, Card, Face
from arena.games.alkemy.position import BOARD, Figure, Position

FREE_SHIFT: Final = -1
"""Of a blow at a figure that leaves (AK-123), and of Combo (AK-290)."""
OIL_DOM: Final = 1


def row_of(position: Position, figure: Figure, against: Figure) -> Sequence[int]:
    """The damage row that its blows read."""
    if figure.effects and figure.effect("scimitar"):
        return BY_EFFECT["scimitar"].dom
    if against.profile.alchemy is not None and skills.has(position, figure, "alchemic-weapon"):
        return figure.profile.dom_alchemist
    return figure.profile.dom


def shift_of(figure: Figure, shift: int) -> int:
    """AK-146."""
    return shift - 1 if figure.effects and figure.effect("winds-influence") else shift


def free_net(figure: Figure) -> int:
    """AK-150: what counts on every COM roll."""
    scimitar = 1 if figure.effects and figure.effect("scimitar") else 0
    return scimitar - skills.hindrance(figure)


def card_net(position: Position, figure: Figure, against: Figure, card: Card, charge: bool) -> int:
    """AK-145, AK-147 but for what one card has over the other."""
    expert = skills.is_expert(position, figure, card, against)
    return free_net(figure) + card.com_dice + expert + charge


def strike(
    position: Position,
    striker: Figure,
    target: Figure,
    why: str,
    events: Events,
    *,
    net: int | None = None,
    shift: int = 0,
) -> bool:
    """One COM roll against DEF: whether it hits. Without a net: a free blow (AK-150)."""
    if striker.status != BOARD or target.status != BOARD:
        return False
    net = free_net(striker) if net is None else net
    stat, difficulty = skills.combat(striker), skills.defence(target)
    row, shift = row_of(position, striker, target), shift_of(striker, shift)
    dice = dicing.roll(position, skills.colour(striker), net)
    pair = keeping.best(dice, stat, difficulty, row, shift) if net > 0 else keeping.kept(dice, net)
    total = dicing.total_of(dice, pair, stat)
    tell(events, facts.Roll(striker.id, why, dice, pair, stat, total))
    hit = total >= difficulty
    dom = dom_of(dice, pair, row, shift) if hit else 0
    land(position, striker, target, hit, dom, events)
    return hit


def dom_of(dice: Sequence[Face], pair: keeping.Pair, row: Sequence[int], shift: int) -> int:
    return keeping.dom_of(dice[pair[0]], dice[pair[1]], row, shift)


def land(position: Position, striker: Figure, target: Figure, hit: bool, dom: int, events: Events) -> None:
    """What follows from a COM roll that stands: oil, the end of effects, DOM."""
    if hit and striker.effects and striker.effect("oil"):
        dom += OIL_DOM
    rolled(striker)
    tell(events, facts.Blow(striker.id, target.id, hit, dom))
    if hit and damage.inflict(position, target, dom, damage.COMBAT, striker.id, events):
        effects.happened(striker, effects.INFLICTED)


def rolled(figure: Figure) -> None:
    """A COM roll was made: effects that it ends, and Diplomatic Immunity (AK-284)."""
    figure.immunity_lost = figure.immunity_lost or "diplomatic-immunity" in figure.profile.skills
    effects.happened(figure, effects.COM_ROLL)


def combo(position: Position, striker: Figure, target: Figure, card: Card, events: Events) -> None:
    """AK-290: one more blow at once, after one of an attack card that hit."""
    if skills.has(position, striker, "combo"):
        shift = (
            card.column_shift if skills.has(position, striker, "deadly-dance") else card.column_shift + FREE_SHIFT
        )
        strike(position, striker, target, "combo", events, shift=shift)
