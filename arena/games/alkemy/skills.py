"""What a figure can do at this moment: its skills and values, as effects and friends change them (section 17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from arena.games.alkemy.geometry import near
from arena.games.alkemy.material import (
    BY_EFFECT,
    COLOURS,
    INCH,
    KNOCKED_DEFENCE,
    REACH,
    Card,
)
from arena.games.alkemy.position import BOARD, Figure, Position
from arena.games.alkemy.sight import level
from arena.games.alkemy.table import Base, in_contact

LED: Final[Mapping[str, tuple[str, str]]] = {
    "stealth": ("wolf-leader", "wolf-thunder-warrior"),  # AK-298
    "expert-brutal": ("templar-constable", "temple-novice"),  # AK-288
}
"""Skills that a leader on board gives to the friends on a certain card."""
EXPERT: Final = "expert-"


def has(position: Position, figure: Figure, skill: str) -> bool:
    if skill in figure.profile.skills:
        return True
    if figure.effects and _granted(position, figure, skill):
        return True
    return skill in LED and _led(position, figure, skill)


def _granted(position: Position, figure: Figure, skill: str) -> bool:
    for effect in figure.effects:
        if skill in effect.grants:
            return True
        if effect.kind == "angelus" and skill.startswith(EXPERT):  # AK-238
            brutal = _expert_anyway(position, figure, "expert-brutal")
            if skill == ("expert-normal" if brutal else "expert-brutal"):
                return True
    return False


def _expert_anyway(position: Position, figure: Figure, skill: str) -> bool:
    return (
        skill in figure.profile.skills
        or any(skill in effect.grants for effect in figure.effects)
        or _led(position, figure, skill)
    )


def _led(position: Position, figure: Figure, skill: str) -> bool:
    leader, follower = LED[skill]
    if figure.profile.id != follower or "stubborn" in figure.profile.skills:
        return False
    return any(
        leader in other.profile.skills and other.seat == figure.seat and other.status == BOARD
        for other in position.figures
    )


# --- health and effects


def colour(figure: Figure) -> str:
    """AK-10: that of the first box that is not ticked."""
    left = figure.marked
    for name, boxes in zip(COLOURS, figure.profile.life, strict=True):
        if left < boxes:
            return name
        left -= boxes
    return COLOURS[-1]


def knocked(figure: Figure) -> bool:
    return bool(figure.effects) and figure.effect("knocked") is not None


def on_watch(figure: Figure) -> bool:
    """AK-81."""
    return figure.status == BOARD and figure.ap > 0 and not knocked(figure)


def may_move(figure: Figure) -> bool:
    """AK-100, AK-115."""
    return not (figure.ran or figure.charged)


# --- values


def defence(figure: Figure) -> int:
    value = figure.profile.defence
    if figure.effects:
        set_by_effects = [KNOCKED_DEFENCE] if knocked(figure) else []
        if figure.effect("fluidity"):
            set_by_effects.append(BY_EFFECT["fluidity"].defence)
        if set_by_effects:
            value = min(set_by_effects)
    return value


def combat(figure: Figure) -> int:
    if figure.effects and figure.effect("fluidity"):
        return BY_EFFECT["fluidity"].com
    return figure.profile.com


def spirit(position: Position, figure: Figure) -> int:
    """ESP for its own rolls: a Chief's, where one is near and better (AK-298)."""
    best = figure.profile.esp
    if figure.status != BOARD or "stubborn" in figure.profile.skills:
        return best
    bases = position.table.bases
    own = bases[figure.id]
    for base in bases.values():
        if base.seat == own.seat and base.figure != figure.id:
            chief = position.figures[base.figure].profile
            if (
                "chief" in chief.skills
                and chief.esp > best
                and near(own.x, own.y, own.radius, base.x, base.y, base.radius, INCH * chief.esp)
            ):
                best = chief.esp
    return best


def _faster(figure: Figure, value: int, place: int) -> int:
    if figure.effects and figure.effect("speed"):
        return value + BY_EFFECT["speed"].move[place]
    return value


def walk_value(figure: Figure) -> int:
    return _faster(figure, figure.profile.walk, 0)


def charge_value(figure: Figure) -> int:
    return _faster(figure, figure.profile.charge, 1)


def run_value(figure: Figure) -> int:
    return _faster(figure, figure.profile.run, 2)


def tough(position: Position, figure: Figure) -> int:
    """AK-281, with one prayer (AK-238)."""
    value = figure.profile.values.get("tough", 0)
    own = position.table.bases.get(figure.id)
    if own is None:
        return value
    for other in position.figures:
        if other.effects and other.seat == figure.seat and other.status == BOARD:
            prayer = other.effect("prayer")
            helped = other.id == figure.id or "stubborn" not in figure.profile.skills  # AK-297
            if prayer is not None and helped and _reached_by(position, other, own, INCH * prayer.radius):
                return value + 1
    return value


def _reached_by(position: Position, bearer: Figure, base: Base, radius: int) -> bool:
    own = position.base(bearer.id)
    return near(own.x, own.y, own.radius, base.x, base.y, base.radius, radius)


# --- dice that are added or taken away


def hindrance(figure: Figure) -> int:
    """Malus dice on all rolls: poison (AK-293) and fear (AK-283)."""
    malus = len(figure.afraid_of)
    if figure.effects and figure.effect("poison"):
        malus += 1
    return malus


def reflex_net(figure: Figure) -> int:
    """Of a REF roll."""
    net = -hindrance(figure)
    if figure.effects and figure.effect("winds-influence"):
        net -= 1
    return net


def is_expert(position: Position, figure: Figure, card: Card, against: Figure) -> bool:
    """AK-287."""
    return not clairvoyant(against) and has(position, figure, EXPERT + card.id)


def clairvoyant(figure: Figure) -> bool:
    """AK-298: in a combat with her the enemy's Master, Expert, Flawless and Feint do not work."""
    return "clairvoyant" in figure.profile.skills


def stealthy(position: Position, figure: Figure) -> bool:
    return has(position, figure, "stealth")


# --- reach


def can_strike(position: Position, a: int, b: int) -> bool:
    """AK-125."""
    bases = position.table.bases
    one, other = bases.get(a), bases.get(b)
    if one is None or other is None:
        return False
    return strikes_from(position, one, other)


def strikes_from(position: Position, base: Base, target: Base) -> bool:
    """AK-125, for a figure that stands, or would stand, where the base says."""
    if not in_contact(base, target):
        if not near(base.x, base.y, base.radius, target.x, target.y, target.radius, REACH):
            return False
        if not has(position, position.figures[base.figure], "reach"):
            return False
    return level(position.table.terrain, base, target)
