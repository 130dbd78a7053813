"""What may be answered where the answers are too many to list (AK-311)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arena.games.alkemy import alchemy, cards, charging, markers, ordering, questions, shooting, skills
from arena.games.alkemy.material import ATTACKS, BOARD, COST, FORMULAS, ZONE_DEPTH
from arena.games.alkemy.orders import Control, Harvest
from arena.games.alkemy.position import Figure, Position
from arena.games.alkemy.questions import QUESTIONS
from arena.games.alkemy.sight import sees
from arena.games.alkemy.table import in_contact
from arena.kernel.seats import Seat

Template = dict[str, Any]


def templates(position: Position, seat: Seat) -> list[Template]:
    asked = position.asked
    if asked is None:
        return []
    if isinstance(asked, questions.Orders):
        return [
            template
            for number in sorted(asked.figures)
            for template in of_figure(position, position.figures[number])
        ]
    return [_of_question(asked, seat)]


def _of_question(asked: questions.Question, seat: Seat) -> Template:
    """The question's own fields; where a place is named, its bounds and the rule that decides."""
    template: Template = {"question": {"seats": [seat], **QUESTIONS.document(asked)}}
    match asked:
        case questions.Terrain():
            template |= {"x": [0, BOARD], "y": [0, BOARD], "rule": "AK-254"}
        case questions.Component():
            template |= {"x": [0, BOARD], "y": [0, BOARD], "rule": "AK-256"}
        case questions.Deploy():
            zone = [0, ZONE_DEPTH] if seat == 0 else [BOARD - ZONE_DEPTH, BOARD]
            template |= {"x": [0, BOARD], "y": zone, "rule": "AK-259"}
    return template


def of_figure(position: Position, figure: Figure) -> Iterator[Template]:
    """AK-311: one for each kind of order that passes the checks which depend on no path and no target."""
    if skills.knocked(figure):
        if figure.ap >= COST["stand"]:
            yield _template("stand", figure)
        return
    for kinds in (_movements, _attacks, _works):
        yield from kinds(position, figure)


def _template(order: str, figure: Figure, **domain: Any) -> Template:
    return {"order": order, "figure": figure.id, "cost": COST[order], **domain}


def _movements(position: Position, figure: Figure) -> Iterator[Template]:
    if not skills.may_move(figure):
        return
    fighting = position.in_combat(figure.id)
    walk = skills.walk_value(figure)
    free = ordering.may_walk_free(position, figure)
    if figure.ap or free:
        template = _template("walk", figure, allowance=walk)
        yield template | {"cost": 0} if free else template
    if figure.ap >= COST["run"] and skills.run_value(figure):
        yield _template("run", figure, allowance=skills.run_value(figure))
    if not figure.ap:
        return
    enemies = _enemies(position, figure)
    if not fighting:
        charged = [enemy for enemy in enemies if charging.may_be_charged(position, figure, enemy)]
        yield _template("charge", figure, allowance=skills.charge_value(figure), targets=charged)
    own = position.base(figure.id)
    engaged = [
        enemy for enemy in enemies if position.in_combat(enemy) and not in_contact(own, position.base(enemy))
    ]
    if engaged:
        yield _template("engage", figure, allowance=walk, targets=engaged)


def _enemies(position: Position, figure: Figure) -> list[int]:
    return sorted(base.figure for base in position.table.enemies(position.base(figure.id)))


def _attacks(position: Position, figure: Figure) -> Iterator[Template]:
    foes = [foe for foe in position.foes(figure.id) if cards.can_pay(position, figure, position.figures[foe])]
    if foes:
        yield _template("fight", figure, targets=foes)
    if figure.ap and shooting.can_shoot(position, figure) and not shooting.is_cumbered(position, figure):
        targets = [enemy for enemy in _enemies(position, figure) if sees(position.table, figure.id, enemy)]
        yield _template("shoot", figure, targets=targets)


def _works(position: Position, figure: Figure) -> Iterator[Template]:
    if figure.ap >= COST["control"]:
        reached = [
            number
            for number in range(len(position.markers))
            if markers.trouble(position, figure, Control(figure.id, number)) is None
        ]
        yield _template("control", figure, markers=reached)
    if figure.profile.alchemy is None:
        return
    tokens = [
        number
        for number in range(len(position.tokens))
        if alchemy.harvest_trouble(position, figure, Harvest(figure.id, number), False) is None
    ]
    if tokens:
        yield _template("harvest", figure, tokens=tokens)
    if not figure.ap:
        return
    if alchemy.concentrate_trouble(figure) is None:
        yield _template("concentrate", figure)
    for name in ordering.formulas_of(figure):
        if alchemy.readiness(figure, FORMULAS[name]) is None:
            yield _prepare(position, figure, name)


def _prepare(position: Position, figure: Figure, name: str) -> Template:
    formula = FORMULAS[name]
    targets = [] if formula.target in ("self", "area") else alchemy.targets_in_range(position, figure, formula)
    template = _template("prepare", figure, formulas=[name], targets=targets)
    if formula.effect == "apathy":
        template["cards"] = list(ATTACKS)
    return template
