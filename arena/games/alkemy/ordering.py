"""What may be ordered: the checks of AK-91, on a scratch board; whether there is an order at all (AK-84)."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any

from arena.games.alkemy import alchemy, cards, charging, combats, engaging, markers, movement, shooting, skills
from arena.games.alkemy.material import COST, FORMULAS, MARKER_COST, NONE
from arena.games.alkemy.orders import (
    ORDER_NAMES,
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
from arena.games.alkemy.paths import Trouble
from arena.games.alkemy.position import BOARD, Activation, Figure, Position
from arena.games.alkemy.sight import sees

Check = Callable[[Position, Figure, Any, bool], Trouble | None]


def cost_of(order: Order) -> int:
    """AK-90."""
    if isinstance(order, Walk) and order.free:
        return 0
    return COST[ORDER_NAMES[type(order)]]


# --- one order


def of_fight(position: Position, figure: Figure, fight: Fight, again: bool) -> Trouble | None:
    """AK-131."""
    if not position.are_fighting(figure.id, fight.target):
        return Trouble("not-in-combat")
    if not again and not cards.can_pay(position, figure, position.figures[fight.target]):
        return Trouble("no-action-points")
    return None


def of_concentrate(position: Position, figure: Figure, order: Concentrate, again: bool) -> Trouble | None:
    return alchemy.concentrate_trouble(figure)


def of_control(position: Position, figure: Figure, control: Control, again: bool) -> Trouble | None:
    return markers.trouble(position, figure, control)


def of_stand(position: Position, figure: Figure, stand: Stand, again: bool) -> Trouble | None:
    return None if skills.knocked(figure) else Trouble("already-done")


CHECKS: dict[type[Order], Check] = {
    Walk: movement.of_walk,
    Run: movement.of_run,
    Charge: charging.trouble,
    Engage: engaging.trouble,
    Shoot: shooting.trouble,
    Fight: of_fight,
    Concentrate: of_concentrate,
    Prepare: alchemy.prepare_trouble,
    Control: of_control,
    Harvest: alchemy.harvest_trouble,
    Stand: of_stand,
}


def trouble(position: Position, order: Order, ordered: Container[int] = ()) -> Trouble | None:
    """AK-91, for one order on the board as it is; `ordered`: who has an order in the same list already."""
    if isinstance(order, Shoot) and order.estimate != NONE and position.settings.aim != "estimate":
        return Trouble("malformed")  # AK-175
    activation = position.activation
    assert activation is not None
    if not _is_active(position, activation, order.figure):
        return Trouble("not-active")
    if order.figure in ordered:
        return Trouble("twice")
    figure = position.figures[order.figure]
    if figure.status != BOARD:
        return Trouble("out-of-play")
    if skills.knocked(figure) and not isinstance(order, Stand):
        return Trouble("knocked-down")
    if figure.ap < cost_of(order):
        return Trouble("no-action-points")
    return CHECKS[type(order)](position, figure, order, False)


def _is_active(position: Position, activation: Activation, figure: int) -> bool:
    """AK-74: whether a figure depends on the active card. A fallen one does, and is `out-of-play`."""
    if activation.reactivation:
        return figure in activation.figures
    return figure in position.cards[activation.card].figures


def lost(position: Position, order: Order) -> bool:
    """AK-104: whether an order is no longer legal when its turn comes."""
    figure = position.figures[order.figure]
    if figure.status != BOARD or (skills.knocked(figure) and not isinstance(order, Stand)):
        return True
    return CHECKS[type(order)](position, figure, order, True) is not None


# --- a list of orders


def trouble_of_list(position: Position, orders: tuple[Order, ...]) -> tuple[int, Trouble] | None:
    """AK-91: the first order that is refused, and why."""
    board = position if len(orders) == 1 else position.scratch()
    ordered: set[int] = set()
    for place, order in enumerate(orders):
        found = trouble(board, order, ordered)
        if found is not None:
            return place, found
        ordered.add(order.figure)
        if board is not position:
            _move_on(board, order)
    return None


def _move_on(board: Position, order: Order) -> None:
    """Makes a movement to its end on the scratch board, without dice and reactions."""
    figure = board.figures[order.figure]
    if isinstance(order, Walk | Run):
        board.put(figure, *order.path[-1])
        combats.settle(board, [])
    elif isinstance(order, Engage):
        _begin(board, figure, order.targets, order.to)
    elif isinstance(order, Charge):
        if charging.succeeds(board, figure, order):
            _begin(board, figure, order.targets, order.path[-1])
        elif (end := charging.end_of_failure(board, figure, order)) is not None:
            board.put(figure, *end)


def _begin(board: Position, figure: Figure, targets: tuple[int, ...], end: tuple[int, int]) -> None:
    board.put(figure, *end)
    combats.settle(board, [])
    board.combats |= {(min(figure.id, target), max(figure.id, target)) for target in targets}


def may_walk_free(position: Position, figure: Figure) -> bool:
    """AK-296."""
    return (
        not figure.tracked
        and skills.has(position, figure, "tracker")
        and not movement.has_acted(position.activation, figure.id)
    )


# --- whether there is an order at all (AK-84)


def has_order(position: Position, figure: Figure) -> bool:
    if figure.status != BOARD:
        return False
    if skills.knocked(figure):
        return figure.ap >= COST["stand"]
    if figure.ap and skills.may_move(figure):
        return True
    return _can_fight(position, figure) or _can_harvest(position, figure) or _can_pay_for_some(position, figure)


def _can_fight(position: Position, figure: Figure) -> bool:
    return any(cards.can_pay(position, figure, position.figures[foe]) for foe in position.foes(figure.id))


def _can_harvest(position: Position, figure: Figure) -> bool:
    if figure.profile.alchemy is None:
        return False
    return any(
        alchemy.harvest_trouble(position, figure, Harvest(figure.id, token), False) is None
        for token in range(len(position.tokens))
    )


def _can_pay_for_some(position: Position, figure: Figure) -> bool:
    if not figure.ap:
        return False
    if alchemy.concentrate_trouble(figure) is None:
        return True
    if shooting.can_shoot(position, figure) and not shooting.is_cumbered(position, figure):
        enemies = position.table.enemies(position.base(figure.id))
        if any(sees(position.table, figure.id, enemy.figure) for enemy in enemies):
            return True
    if figure.ap >= MARKER_COST and any(
        markers.trouble(position, figure, Control(figure.id, number)) is None
        for number in range(len(position.markers))
    ):
        return True
    return any(can_prepare(position, figure, name) for name in formulas_of(figure))


def formulas_of(figure: Figure) -> tuple[str, ...]:
    return figure.profile.alchemy.formulas if figure.profile.alchemy is not None else ()


def can_prepare(position: Position, figure: Figure, name: str) -> bool:
    """A formula that it can pay and has a target for in range, or that needs none."""
    formula = FORMULAS[name]
    if alchemy.readiness(figure, formula) is not None:
        return False
    return formula.target in ("self", "area") or bool(alchemy.targets_in_range(position, figure, formula))
