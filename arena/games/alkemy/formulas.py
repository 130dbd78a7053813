"""What the formulas do (AK-236 to AK-240)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.games.alkemy import combats, damage, dicing, effects, facts, paths, skills
from arena.games.alkemy.actions import Take
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.geometry import near
from arena.games.alkemy.material import FORMULAS, INCH, Formula
from arena.games.alkemy.position import BOARD, Effect, Figure, Position
from arena.games.alkemy.shooting import distance_of
from arena.games.alkemy.sight import elevation, sees
from arena.games.alkemy.tasks import Preparing

PUSH, EXPLOSION, HEAL, FURY, HEMOTOXIC = "push", "explosion", "heal", "fury", "hemotoxic"
HEALED: Final = 1
"""AK-239: ticks, before enhancements."""
THORNS: Final = 1
"""AK-238: DOM, before enhancements."""
EXPLOSION_DOM: Final = 1


def take_effect(position: Position, preparing: Preparing, take: Sequence[Take], events: Events) -> None:
    caster = position.figures[preparing.figure]
    formula = FORMULAS[preparing.formula]
    bought = [one.id for one in take]
    targets = [position.figures[one] for one in preparing.targets]
    targets += [position.figures[one.target] for one in take if one.id == "extra-target"]
    if formula.effect == PUSH:
        _push(position, caster, formula, preparing.total + bought.count("roll"), bought.count("push"), events)
    elif formula.effect == EXPLOSION:
        _explode(position, caster, formula, bought, events)
    elif formula.effect == HEAL:
        for target in targets:
            damage.heal(target, HEALED + bought.count("heal"), events)
    elif formula.effect == FURY:
        amount = _yellow(caster)
        for target in targets:
            damage.inflict(position, target, amount, damage.DIRECT, caster.id, events)
    else:
        effect = _effect(caster, formula, preparing.card, take)
        for target in targets or [caster]:
            effects.lay(target, effect, events)


def _effect(caster: Figure, formula: Formula, card: str, take: Sequence[Take]) -> Effect:
    bought = [one.id for one in take]
    fixed = next((one.card for one in take if one.id == "fix-card"), "")
    return Effect(
        formula.effect,
        caster.id,
        card=card or fixed,
        lasting="lasting" in bought,
        radius=formula.range // INCH + bought.count("radius") if formula.effect == "prayer" else 0,
        dom=THORNS + bought.count("dom") if formula.effect == "thorns" else 0,
        grants=formula.grants,
    )


def _yellow(figure: Figure) -> int:
    """Yellow boxes that are ticked (AK-239)."""
    white, yellow, _ = figure.profile.life
    return min(max(0, figure.marked - white), yellow)


def _explode(position: Position, caster: Figure, formula: Formula, bought: list[str], events: Events) -> None:
    """AK-239, Walosi Explosion: summed for each figure, inflicted in id order."""
    if HEMOTOXIC in bought:
        effects.lay(caster, Effect(HEMOTOXIC, caster.id, grants=(HEMOTOXIC,)), events)
    radius = formula.radius + INCH * bought.count("radius")
    toxic = {figure.id for figure in position.figures if skills.has(position, figure, HEMOTOXIC)}
    bases = position.table.bases
    sources = [
        base
        for base in bases.values()
        if base.figure in toxic
        and (base.figure == caster.id or distance_of(position, caster.id, base.figure) <= formula.range)
    ]
    amounts = {
        base.figure: EXPLOSION_DOM
        * sum(near(base.x, base.y, base.radius, one.x, one.y, one.radius, radius) for one in sources)
        for base in bases.values()
        if base.figure not in toxic
    }
    for number in sorted(amounts):
        damage.inflict(position, position.figures[number], amounts[number], damage.DIRECT, caster.id, events)


def _push(position: Position, caster: Figure, formula: Formula, total: int, pushes: int, events: Events) -> None:
    """AK-240, Sharp Tornado: the farthest first."""
    inches = caster.concentration + pushes
    reached = [
        (-distance, number)
        for number in position.table.bases
        if number != caster.id
        and (distance := distance_of(position, caster.id, number)) <= formula.range
        and sees(position.table, caster.id, number)
    ]
    for _, number in sorted(reached):
        figure = position.figures[number]
        if figure.status != BOARD:
            continue
        net = skills.reflex_net(figure)
        if dicing.characteristic(position, figure, "resist", figure.profile.ref, net, events) < total:
            _blow_away(position, caster, figure, inches, events)


def _blow_away(position: Position, caster: Figure, figure: Figure, inches: int, events: Events) -> None:
    base = position.base(figure.id)
    end = paths.pushed_to(position.table, base, caster.x, caster.y, INCH * inches)
    if end is not None:
        terrain = position.table.terrain
        drop = elevation(terrain, base.x, base.y) - elevation(terrain, *end)
        position.put(figure, *end)
        tell(events, facts.Pushed(figure.id, (base.x, base.y), end))
        combats.settle(position, events)
        damage.fall(position, figure, drop, events)
    damage.inflict(position, figure, inches, damage.DIRECT, caster.id, events)
