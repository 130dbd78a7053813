"""Charges: announced, annulled, failed, carried out (AK-110 to AK-117, AK-284)."""

from __future__ import annotations

from arena.games.alkemy import combats, dicing, facts, movement, paths, skills
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.material import COST, STEALTH_RANGE
from arena.games.alkemy.movement import Way
from arena.games.alkemy.orders import Charge
from arena.games.alkemy.paths import Trouble
from arena.games.alkemy.position import Figure, Position
from arena.games.alkemy.sight import sees
from arena.games.alkemy.table import apart


def trouble(position: Position, figure: Figure, charge: Charge, again: bool) -> Trouble | None:
    """AK-111. `again`: when its turn has come, as a charge that succeeds (AK-104)."""
    if not again and not skills.may_move(figure):
        return Trouble("no-more-movement")
    if position.in_combat(figure.id):
        return Trouble("in-combat")
    if not are_enemies(position, figure, charge.targets):
        return Trouble("bad-target")
    if not again and any(target in figure.barred for target in charge.targets):
        return Trouble("immune")
    if not again and not (charge.path and succeeds(position, figure, charge)):
        return None
    return movement.trouble_to(position, figure, way_of(figure, charge), charge.targets) or out_of_reach(
        position, figure, charge.targets, charge.path[-1]
    )


def are_enemies(position: Position, figure: Figure, targets: tuple[int, ...]) -> bool:
    """Distinct enemies on board, at least one."""
    return (
        bool(targets)
        and len(set(targets)) == len(targets)
        and all(position.on_board(target) and position.figures[target].seat != figure.seat for target in targets)
    )


def out_of_reach(
    position: Position, figure: Figure, targets: tuple[int, ...], end: tuple[int, int]
) -> Trouble | None:
    """`no-contact`: a target that cannot be struck from the end (AK-117)."""
    base = position.base(figure.id).at(*end)
    for target in targets:
        if not skills.strikes_from(position, base, position.base(target)):
            return Trouble("no-contact", figure=target)
    return None


def succeeds(position: Position, figure: Figure, charge: Charge) -> bool:
    """AK-112; without a path there is no way (AK-114)."""
    return bool(charge.path) and all(may_be_charged(position, figure, target) for target in charge.targets)


def may_be_charged(position: Position, figure: Figure, target: int) -> bool:
    own, other = position.base(figure.id), position.base(target)
    if apart(own, other, skills.charge_value(figure)):
        return False
    if apart(own, other, STEALTH_RANGE) and skills.stealthy(position, position.figures[target]):
        return False
    return sees(position.table, figure.id, target) or skills.has(position, figure, "leap")


def is_annulled(position: Position, figure: Figure, charge: Charge, events: Events) -> bool:
    """AK-113: an immune target's roll is won before the charge is one."""
    if skills.has(position, figure, "escaped"):  # AK-299
        return False
    for number in charge.targets:
        target = position.figures[number]
        if target.immunity_lost or not skills.has(position, target, "diplomatic-immunity"):
            continue
        charger = _spirit(position, figure)
        if not dicing.opposed(position, "immunity", charger, _spirit(position, target), events):
            figure.ap += COST["charge"]
            figure.barred = (*figure.barred, number)
            tell(events, facts.ChargeAnnulled(figure.id, number))
            return True
    return False


def _spirit(position: Position, figure: Figure) -> dicing.Side:
    return dicing.Side(figure, skills.spirit(position, figure), -skills.hindrance(figure), skills.colour(figure))


def announce(position: Position, figure: Figure, charge: Charge, events: Events) -> bool:
    """AK-114, AK-115: whether it succeeds. Either way it is the figure's last movement of the turn."""
    figure.charged = True
    if succeeds(position, figure, charge):
        return True
    figure.failed_charge = True
    tell(events, facts.ChargeFailed(figure.id))
    return False


def carry_out(position: Position, figure: Figure, charge: Charge, events: Events) -> None:
    """AK-117."""
    movement.make(position, figure, way_of(figure, charge), events)
    combats.begin(position, figure, charge.targets, events)


def walk_instead(position: Position, figure: Figure, charge: Charge, events: Events) -> None:
    """AK-114: the walk of a failed charge, which is a movement also where there is nowhere to go (AK-101)."""
    figure.moved = True
    end = end_of_failure(position, figure, charge)
    if end is not None:
        movement.make(position, figure, Way((end,), skills.walk_value(figure)), events)


def end_of_failure(position: Position, figure: Figure, charge: Charge) -> tuple[int, int] | None:
    target = position.figures[charge.targets[0]]
    walk = skills.walk_value(figure)
    return paths.walk_toward(position.table, position.base(figure.id), target.x, target.y, walk)


def way_of(figure: Figure, charge: Charge) -> Way:
    return Way(charge.path, skills.charge_value(figure), charge.jump, charge.leap)
