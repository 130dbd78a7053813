"""Walks and runs: what is wrong with one, and its making (section 9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arena.games.alkemy import combats, damage, facts, paths, skills
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.geometry import Point
from arena.games.alkemy.material import NONE
from arena.games.alkemy.orders import Run, Walk
from arena.games.alkemy.position import Activation, Figure, Position


@dataclass(frozen=True, slots=True)
class Way:
    """How a base moves."""

    path: Sequence[Point]
    allowance: int
    jump: bool = False
    leap: int = NONE


def path_trouble(position: Position, figure: Figure, way: Way) -> paths.Trouble | None:
    """AK-93, and `too-far`."""
    if way.leap == NONE and not way.jump:
        return paths.trouble(position.table, position.base(figure.id), way.path, way.allowance)
    return paths.trouble(
        position.table,
        position.base(figure.id),
        way.path,
        way.allowance,
        leap=None if way.leap == NONE else way.leap,
        leaps=way.leap != NONE and skills.has(position, figure, "leap"),
        longest_leap=skills.walk_value(figure),
        jump=way.jump,
    )


def trouble_to(
    position: Position, figure: Figure, way: Way, may_touch: Sequence[int] = ()
) -> paths.Trouble | None:
    return path_trouble(position, figure, way) or contact_trouble(position, figure, way, may_touch)


def contact_trouble(
    position: Position, figure: Figure, way: Way, may_touch: Sequence[int] = ()
) -> paths.Trouble | None:
    """`contact`: the end touches an enemy that it may not touch (AK-99)."""
    for enemy in paths.contacts(position.table, position.base(figure.id).at(*way.path[-1])):
        if enemy.figure not in may_touch:
            return paths.Trouble("contact", len(way.path) - 1, enemy.figure)
    return None


def of_walk(position: Position, figure: Figure, walk: Walk, again: bool) -> paths.Trouble | None:
    """AK-99, AK-296. `again`: when its turn has come, without the once-a-turn checks (AK-104)."""
    if not again:
        if walk.free:
            if not skills.has(position, figure, "tracker"):
                return paths.Trouble("no-skill")
            if figure.tracked or has_acted(position.activation, figure.id):
                return paths.Trouble("already-done")
        if not skills.may_move(figure):
            return paths.Trouble("no-more-movement")
    return trouble_to(position, figure, way_of(figure, walk))


def of_run(position: Position, figure: Figure, run: Run, again: bool) -> paths.Trouble | None:
    """AK-100."""
    if not again and not skills.may_move(figure):
        return paths.Trouble("no-more-movement")
    if not skills.run_value(figure):
        return paths.Trouble("cannot-run")
    return trouble_to(position, figure, way_of(figure, run))


def has_acted(activation: Activation | None, figure: int) -> bool:
    return activation is not None and figure in activation.acted


def way_of(figure: Figure, order: Walk | Run) -> Way:
    value = skills.walk_value(figure) if isinstance(order, Walk) else skills.run_value(figure)
    return Way(order.path, value, order.jump, order.leap)


def make(position: Position, figure: Figure, way: Way, events: Events) -> None:
    """AK-101: moves a figure; what has come apart is no combat any more, then it falls (AK-97)."""
    heights = falls_of(position, figure, way)
    start = (figure.x, figure.y)
    end = way.path[-1]
    figure.moved = True
    position.put(figure, *end)
    tell(events, facts.Move(figure.id, start, end))
    combats.settle(position, events)
    for height in heights:
        damage.fall(position, figure, height, events)


def falls_of(position: Position, figure: Figure, way: Way) -> list[int]:
    if not way.jump:
        return []
    leap = None if way.leap == NONE else way.leap
    return paths.falls(position.table.terrain, position.base(figure.id), way.path, leap=leap)
