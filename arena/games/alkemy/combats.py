"""Who is in combat with whom (AK-126 to AK-129): how combats begin and end, and the fear at their beginning."""

from __future__ import annotations

from collections.abc import Iterable

from arena.games.alkemy import dicing, facts, skills
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.position import BOARD, Figure, Position


def settle(position: Position, events: Events) -> None:
    """AK-128: after every change of place or of skills."""
    for a, b in sorted(position.combats):
        if not (skills.can_strike(position, a, b) or skills.can_strike(position, b, a)):
            position.combats -= {(a, b)}
            _forget(position.figures[a], b)
            _forget(position.figures[b], a)
            tell(events, facts.CombatEnds(a, b))


def _forget(figure: Figure, other: int) -> None:
    if other in figure.afraid_of:
        figure.afraid_of = tuple(one for one in figure.afraid_of if one != other)


def begin(position: Position, mover: Figure, targets: Iterable[int], events: Events) -> None:
    """AK-127: the combats of a figure that has charged or engaged, then fear (AK-129)."""
    begun = []
    for target in targets:
        if not position.are_fighting(mover.id, target) and skills.can_strike(position, mover.id, target):
            pair = (min(mover.id, target), max(mover.id, target))
            position.combats |= {pair}
            tell(events, facts.CombatBegins(*pair))
            begun.append(position.figures[target])
    for other in begun:
        _test(position, mover, other, events)
        _test(position, other, mover, events)


def _test(position: Position, figure: Figure, fearsome: Figure, events: Events) -> None:
    """AK-283."""
    difficulty = fearsome.profile.values.get("fearsome")
    if difficulty is None or skills.has(position, figure, "fearless") or figure.status != BOARD:
        return
    stat = skills.spirit(position, figure)
    total = dicing.characteristic(position, figure, "fear", stat, -skills.hindrance(figure), events)
    if total < difficulty:
        figure.afraid_of = (*figure.afraid_of, fearsome.id)
        tell(events, facts.Afraid(figure.id, fearsome.id))
