"""Suggested orders (AK-312 to AK-314), lazily and in the book's order."""

from __future__ import annotations

from collections.abc import Iterator

from arena.games.alkemy import actions, alchemy, charging, ordering, paths, questions, skills
from arena.games.alkemy.actions import Act, Action
from arena.games.alkemy.geometry import Point, distance
from arena.games.alkemy.material import COST, FORMULAS, INCH, MOST_ESTIMATE, NONE
from arena.games.alkemy.orders import (
    Charge,
    Concentrate,
    Control,
    Engage,
    Fight,
    Harvest,
    Order,
    Prepare,
    Run,
    Shoot,
    Stand,
    Walk,
)
from arena.games.alkemy.position import Figure, Position
from arena.games.alkemy.shooting import distance_of
from arena.games.alkemy.table import in_contact

NORMAL = "normal"
"""The card that a suggested Apathy names."""
SHORT = 10
"""AK-313: a walk toward a marker ends that far before its centre at the latest."""


# --- orders


def orders(position: Position, asked: questions.Orders) -> Iterator[Action]:
    found = False
    for number in sorted(asked.figures):
        figure = position.figures[number]
        for order in of_figure(position, figure):
            if ordering.trouble(position, order) is None:
                found = True
                yield Act((order,))
        for order in movements(position, figure):
            found = True
            yield Act((order,))
    if not asked.must_act:
        found = True
        yield actions.End()
    if not found:
        yield _standing_still(position, asked)


def first_order(position: Position, asked: questions.Orders) -> Action:
    return next(orders(position, asked))


def _standing_still(position: Position, asked: questions.Orders) -> Action:
    figure = position.figures[min(asked.figures)]
    return Act((Walk(figure.id, ((figure.x, figure.y),)),))


def of_figure(position: Position, figure: Figure) -> Iterator[Order]:
    """AK-313: what may pass AK-91. What certainly cannot is left out early."""
    number = figure.id
    if skills.knocked(figure):
        yield Stand(number)
        return
    foes = position.foes(number)
    for foe in foes:
        yield Fight(number, foe)
    own = position.base(number)
    enemies = sorted(base.figure for base in position.table.enemies(own))
    able = figure.ap > 0
    mobile = skills.may_move(figure)
    if able and mobile and not foes:
        for enemy in enemies:
            if charging.may_be_charged(position, figure, enemy):
                yield Charge(number, (enemy,), (paths.touch_point(own, position.base(enemy)),))
    if able and mobile:
        for enemy in enemies:
            if position.in_combat(enemy) and not in_contact(own, position.base(enemy)):
                yield Engage(number, (enemy,), paths.touch_point(own, position.base(enemy)))
    if able and figure.profile.ranged is not None and not foes:
        for enemy in enemies:
            yield Shoot(number, enemy, _estimate(position, number, enemy))
    if figure.ap >= COST["control"]:
        for marker in range(len(position.markers)):
            yield Control(number, marker)
    if figure.profile.alchemy is not None:
        yield from _of_alchemist(position, figure)


def _estimate(position: Position, a: int, b: int) -> int:
    if position.settings.aim != "estimate":
        return NONE
    return min(MOST_ESTIMATE, -(-distance_of(position, a, b) // INCH))


def _of_alchemist(position: Position, figure: Figure) -> Iterator[Order]:
    for token in range(len(position.tokens)):
        yield Harvest(figure.id, token)
    if not figure.ap:
        return
    for name in ordering.formulas_of(figure):
        formula = FORMULAS[name]
        if alchemy.readiness(figure, formula) is not None:
            continue
        card = NORMAL if formula.effect == "apathy" else ""
        if formula.target in ("self", "area"):
            yield Prepare(figure.id, name, (), card)
        else:
            for target in alchemy.targets_in_range(position, figure, formula):
                yield Prepare(figure.id, name, (target,), card)
    yield Concentrate(figure.id)


def movements(position: Position, figure: Figure) -> Iterator[Order]:
    """Walks, then runs, that are legal."""
    number = figure.id
    if not skills.may_move(figure) or skills.knocked(figure):
        return
    free = ordering.may_walk_free(position, figure)
    if figure.ap or free:
        for end in _reached(position, figure, skills.walk_value(figure)):
            yield Walk(number, (end,), free=free)
    run = skills.run_value(figure)
    if run and figure.ap >= COST["run"]:
        for end in _reached(position, figure, run):
            yield Run(number, (end,))
    if figure.ap and not position.in_combat(number):
        still = Walk(number, ((figure.x, figure.y),))
        if ordering.trouble(position, still) is None:
            yield still


def _reached(position: Position, figure: Figure, allowance: int) -> Iterator[Point]:
    """The ends that a straight movement may have: what AK-99 and AK-100 check of a path, on the table near by."""
    base = position.base(figure.id)
    table = position.table.around(base, allowance)
    for end in _ends(position, figure, allowance):
        if paths.trouble(table, base, (end,), allowance) is None and not paths.contacts(table, base.at(*end)):
            yield end


def _ends(position: Position, figure: Figure, allowance: int) -> list[Point]:
    """Toward each marker, then the directions with the whole and with half the allowance, no point twice."""
    x, y = figure.x, figure.y
    ends: dict[Point, None] = {}
    for marker in position.markers:
        whole = distance(x, y, marker.x, marker.y)
        length = min(allowance, whole - SHORT)
        if length > 0:
            ends[paths.toward(x, y, marker.x, marker.y, length)] = None
    for length in (allowance, allowance // 2):
        for direction in range(len(paths.DIRECTIONS)):
            ends[paths.along(x, y, direction, length)] = None
    ends.pop((x, y), None)
    return list(ends)
