"""Engagements, as orders and as reactions (AK-119 to AK-121, AK-195)."""

from __future__ import annotations

from arena.games.alkemy import combats, movement, skills
from arena.games.alkemy.announcements import Events
from arena.games.alkemy.charging import are_enemies, out_of_reach
from arena.games.alkemy.geometry import Point
from arena.games.alkemy.material import STEALTH_RANGE
from arena.games.alkemy.movement import Way
from arena.games.alkemy.orders import Engage
from arena.games.alkemy.paths import Trouble
from arena.games.alkemy.position import Figure, Position
from arena.games.alkemy.table import apart


def trouble(position: Position, figure: Figure, engage: Engage, again: bool) -> Trouble | None:
    """AK-121."""
    if not again and not skills.may_move(figure):
        return Trouble("no-more-movement")
    if not are_enemies(position, figure, engage.targets):
        return Trouble("bad-target")
    for target in engage.targets:
        if not position.in_combat(target):
            return Trouble("not-in-combat", figure=target)
    return way_trouble(position, figure, engage.targets, engage.to, engage.jump)


def way_trouble(
    position: Position, figure: Figure, targets: tuple[int, ...], to: Point, jump: bool
) -> Trouble | None:
    """AK-121 from `stealthy` on."""
    own = position.base(figure.id)
    for target in targets:
        if apart(own, position.base(target), STEALTH_RANGE) and skills.stealthy(
            position, position.figures[target]
        ):
            return Trouble("stealthy", figure=target)
    way = way_to(figure, to, jump)
    found = movement.path_trouble(position, figure, way)
    if found is not None:
        return found
    first = position.base(targets[0])
    if (to[0] - first.x) * (own.x - first.x) + (to[1] - first.y) * (own.y - first.y) <= 0:  # AK-120
        return Trouble("not-direct", 0, first.figure)
    return movement.contact_trouble(position, figure, way, targets) or out_of_reach(position, figure, targets, to)


def way_to(figure: Figure, to: Point, jump: bool) -> Way:
    return Way((to,), skills.walk_value(figure), jump)


def carry_out(
    position: Position, figure: Figure, targets: tuple[int, ...], to: Point, jump: bool, events: Events
) -> None:
    movement.make(position, figure, way_to(figure, to, jump), events)
    combats.begin(position, figure, targets, events)
