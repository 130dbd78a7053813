"""What covers a target, and who suffers instead (AK-55, AK-56, AK-181, AK-185)."""

from __future__ import annotations

from arena.games.alkemy import sight, skills
from arena.games.alkemy.actions import Cover
from arena.games.alkemy.geometry import gap
from arena.games.alkemy.material import NONE
from arena.games.alkemy.position import Figure, Position
from arena.games.alkemy.table import Base, in_contact


def covers(position: Position, shooter: int, target: int) -> tuple[Cover, ...]:
    """AK-56: in the order of the list."""
    base = position.base(target)
    found = sight.covers(position.table, position.base(shooter), base)
    listed = [Cover(piece=piece) for piece in found.pieces]
    if in_melee(position, base):
        listed.append(Cover(melee=True))
    listed += [Cover(figure=figure) for figure in found.figures]
    if skills.stealthy(position, position.figures[target]):
        listed.append(Cover(stealth=True))
    return tuple(listed)


def in_melee(position: Position, base: Base) -> list[int]:
    """AK-185: those in combat with it whose bases touch it, by id."""
    return [foe for foe in position.foes(base.figure) if in_contact(base, position.base(foe))]


def sufferer(position: Position, shooter: int, target: Figure, cover: Cover) -> int:
    """AK-182, AK-185: who suffers the DOM instead, or NONE."""
    if cover.figure != NONE:
        return cover.figure
    if not cover.melee:
        return NONE
    own = position.base(shooter)
    near = [(_gap(own, position.base(foe)), foe) for foe in in_melee(position, position.base(target.id))]
    least = min(near)[0]
    nearest = [foe for distance, foe in near if distance == least]
    return nearest[position.chance.draw("ties", len(nearest))] if len(nearest) > 1 else nearest[0]


def _gap(a: Base, b: Base) -> int:
    return gap(a.x, a.y, a.radius, b.x, b.y, b.radius)
