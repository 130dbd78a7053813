"""Alchemy (section 15): concentration, harvest, formulas prepared, thrown and enhanced."""

from __future__ import annotations

from arena.games.alkemy import dicing, facts, formulas, questions, skills
from arena.games.alkemy.actions import Take
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.geometry import near
from arena.games.alkemy.material import (
    ATTACKS,
    FORMULAS,
    HARVEST_OTHER,
    HARVEST_OWN,
    HARVEST_OWN_INNER,
    HARVEST_REACH,
    MOST_COMPONENTS,
    MOST_CONCENTRATION,
    MOST_STONES,
    MOST_STONES_INNER,
    NONE,
    STONES_A_COMPONENT,
    TOKEN_RADIUS,
    Alchemy,
    Formula,
)
from arena.games.alkemy.movement import has_acted
from arena.games.alkemy.orders import Harvest, Prepare
from arena.games.alkemy.paths import Trouble
from arena.games.alkemy.position import Figure, Position
from arena.games.alkemy.shooting import distance_of
from arena.games.alkemy.sight import sees
from arena.games.alkemy.tasks import Preparing

OUT_OF_RANGE, FAILED = "out-of-range", "roll"
EXTRA_TARGET, FIX_CARD = "extra-target", "fix-card"


# --- concentration and harvest


def concentrate_trouble(figure: Figure) -> Trouble | None:
    """AK-211."""
    if figure.profile.alchemy is None:
        return Trouble("no-skill")
    return Trouble("already-done") if figure.concentration >= MOST_CONCENTRATION else None


def concentrate(figure: Figure, events: Events) -> None:
    figure.concentration += 1
    tell(events, facts.Concentration(figure.id, figure.concentration))


def harvest_trouble(position: Position, figure: Figure, harvest: Harvest, again: bool) -> Trouble | None:
    """AK-212."""
    if figure.profile.alchemy is None:
        return Trouble("no-skill")
    if not again:
        if figure.harvested:
            return Trouble("already-done")
        if not has_acted(position.activation, figure.id):
            return Trouble("must-act")
    if not 0 <= harvest.token < len(position.tokens):
        return Trouble("unknown-token")
    return None if token_in_reach(position, figure, harvest.token) else Trouble("too-far")


def token_in_reach(position: Position, figure: Figure, number: int) -> bool:
    token = position.tokens[number]
    return near(figure.x, figure.y, figure.profile.radius, token.x, token.y, TOKEN_RADIUS, HARVEST_REACH)


def harvest(position: Position, figure: Figure, number: int, events: Events) -> None:
    alchemy = _alchemy(figure)
    token = position.tokens[number]
    amount = HARVEST_OTHER
    if token.element == alchemy.element:
        amount = HARVEST_OWN_INNER if alchemy.inner else HARVEST_OWN
    amount = min(amount, MOST_COMPONENTS - figure.components)
    figure.components += amount
    figure.harvested = True
    position.tokens = position.tokens[:number] + position.tokens[number + 1 :]
    tell(events, facts.Harvest(figure.id, token.element, amount))


def _alchemy(figure: Figure) -> Alchemy:
    assert figure.profile.alchemy is not None
    return figure.profile.alchemy


# --- what may be prepared


def prepare_trouble(position: Position, figure: Figure, prepare: Prepare, again: bool) -> Trouble | None:
    """AK-216."""
    alchemy = figure.profile.alchemy
    if alchemy is None or prepare.formula not in alchemy.formulas:
        return Trouble("unknown-formula")
    formula = FORMULAS[prepare.formula]
    found = readiness(figure, formula, again)
    if found is not None:
        return found
    found = target_trouble(position, figure, formula, prepare.targets)
    if found is not None:
        return found
    if formula.effect == "apathy":
        return None if prepare.card in ATTACKS else Trouble("bad-card")
    return Trouble("malformed") if prepare.card else None


def readiness(figure: Figure, formula: Formula, again: bool = False) -> Trouble | None:
    """AK-214, AK-215: what does not depend on a target."""
    if not again and formula.id in figure.prepared:
        return Trouble("already-done")
    if figure.concentration < formula.level:
        return Trouble("concentration-too-low")
    missing = max(0, formula.cost - figure.components)
    return Trouble("no-components") if STONES_A_COMPONENT * missing > figure.stones else None


def target_trouble(
    position: Position, figure: Figure, formula: Formula, targets: tuple[int, ...]
) -> Trouble | None:
    if formula.target in ("self", "area"):
        return Trouble("bad-target") if targets else None
    if len(targets) != 1 or not may_target(position, figure, formula, targets[0]):
        return Trouble("bad-target")
    return None if in_sight(position, figure, targets[0]) else Trouble("no-line-of-sight", figure=targets[0])


def may_target(position: Position, figure: Figure, formula: Formula, target: int) -> bool:
    """AK-217."""
    if not position.on_board(target):
        return False
    other = position.figures[target]
    if formula.target == "enemy":
        return other.seat != figure.seat
    if target == figure.id:
        return formula.target in ("friend-or-self", "troop-or-self")
    if other.seat != figure.seat or "stubborn" in other.profile.skills:  # AK-297
        return False
    return formula.target in ("friend", "friend-or-self") or not other.profile.hero


def in_sight(position: Position, figure: Figure, target: int) -> bool:
    """AK-218."""
    return target == figure.id or sees(position.table, figure.id, target)


def in_range(position: Position, figure: Figure, formula: Formula, target: int) -> bool:
    return target == figure.id or distance_of(position, figure.id, target) <= formula.range


def targets_in_range(position: Position, figure: Figure, formula: Formula) -> list[int]:
    """Those that a formula of one target would reach, by id."""
    return [
        target
        for target in sorted(position.table.bases)
        if may_target(position, figure, formula, target)
        and in_range(position, figure, formula, target)
        and in_sight(position, figure, target)
    ]


# --- preparing


def prepare(position: Position, figure: Figure, order: Prepare, events: Events) -> None:
    """AK-215 to AK-222: pays, measures, rolls; what works may be enhanced."""
    formula = FORMULAS[order.formula]
    components = min(formula.cost, figure.components)
    stones = STONES_A_COMPONENT * (formula.cost - components)
    figure.components -= components
    figure.stones -= stones
    figure.prepared = (*figure.prepared, formula.id)
    tell(events, facts.Prepare(figure.id, formula.id, order.targets, components, stones))
    if not all(in_range(position, figure, formula, target) for target in order.targets):  # AK-220
        tell(events, facts.FormulaFails(figure.id, formula.id, OUT_OF_RANGE))
        return
    total = NONE
    if not formula.auto or formula.effect == formulas.PUSH:  # AK-221, AK-240
        net = _alchemy(figure).inner - skills.hindrance(figure)
        total = dicing.characteristic(position, figure, "alchemy", figure.concentration, net, events)
        if not formula.auto and total < position.figures[order.targets[0]].profile.esp:
            tell(events, facts.FormulaFails(figure.id, formula.id, FAILED))
            return
    tell(events, facts.FormulaWorks(figure.id, formula.id, order.targets))
    targets = (figure.id,) if formula.target == "self" else order.targets
    preparing = Preparing(figure.id, formula.id, targets, order.card, total)
    position.agenda.append(preparing)
    asked = question(position, figure, formula, preparing)
    if asked is not None:
        position.ask((figure.seat,), asked)


def question(
    position: Position, figure: Figure, formula: Formula, preparing: Preparing
) -> questions.Enhance | None:
    """AK-224, AK-241: what could be bought, if anything."""
    most = min(figure.stones, MOST_STONES_INNER if _alchemy(figure).inner else MOST_STONES)
    offers = []
    for one in formula.enhancements.values():
        targets: tuple[int, ...] = ()
        if one.id == EXTRA_TARGET:
            reached = targets_in_range(position, figure, formula)
            targets = tuple(target for target in reached if target not in preparing.targets)
        if one.stones <= most and (targets or one.id != EXTRA_TARGET):
            offers.append(questions.Offer(one.id, one.stones, one.once, targets))
    if not offers:
        return None
    return questions.Enhance(figure.id, formula.id, preparing.targets, tuple(offers), most, preparing.total)


def enhance_trouble(asked: questions.Enhance, take: tuple[Take, ...]) -> Trouble | None:
    """AK-224."""
    known = FORMULAS[asked.formula].enhancements
    offered = {offer.id: offer.targets for offer in asked.enhancements}
    taken: set[str] = set()
    targets = set(asked.targets)
    for one in take:
        enhancement = known.get(one.id)
        if enhancement is None:
            return Trouble("unknown-enhancement")
        if enhancement.once and one.id in taken:
            return Trouble("already-done")
        taken.add(one.id)
        if (one.id == EXTRA_TARGET) != (one.target != NONE):
            return Trouble("malformed")
        if one.id == EXTRA_TARGET:
            if one.target not in offered.get(one.id, ()) or one.target in targets:
                return Trouble("bad-target", figure=one.target)
            targets.add(one.target)
        if one.card not in ATTACKS if one.id == FIX_CARD else one.card:
            return Trouble("bad-card")
    return Trouble("no-stones") if sum(known[one.id].stones for one in take) > asked.stones else None


def enhanced(position: Position, figure: Figure, take: tuple[Take, ...], events: Events) -> None:
    """The answer; the effect follows."""
    position.answered()
    preparing = position.agenda.pop()
    assert isinstance(preparing, Preparing)
    known = FORMULAS[preparing.formula].enhancements
    if take:
        stones = sum(known[one.id].stones for one in take)
        figure.stones -= stones
        tell(events, facts.Enhance(figure.id, take, stones))
    formulas.take_effect(position, preparing, take, events)
