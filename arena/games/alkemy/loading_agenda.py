"""Whether a state's agenda is one that the engine makes: what is to be done can be done, or is lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from arena.games.alkemy import clashing, leaving, shooting
from arena.games.alkemy.loading_questions import Otherwise, require
from arena.games.alkemy.material import CARDS, FACES, FORMULAS
from arena.games.alkemy.orders import Charge, Engage, Fight, Run, Shoot, Walk
from arena.games.alkemy.position import BOARD, Position
from arena.games.alkemy.responses import Shoot as ShootBack
from arena.games.alkemy.tasks import REACTIONS, TO_CHARGES, TO_SHOTS, Acting, Clash, Leaving, Preparing, Volley
from arena.kernel.game import BadState


def check(position: Position) -> None:
    """The tasks are such as the engine makes: what is to be done can be done, or is lost as the rules say."""
    for place, task in enumerate(position.agenda):
        try:
            require(
                isinstance(task, Acting) == (place == 0) and place < 2,
                "an action, and at most one task on top of it",
            )
            TASKS[type(task)](position, task)
        except Otherwise as reason:
            raise BadState(f"/agenda/{place}", str(reason)) from None
    for figure in position.figures:
        used = figure.marksman_used + shooting.announced(position, figure.id)
        if used > figure.profile.values.get("marksman", 0):
            raise BadState("/agenda", f"figure {figure.id} has not so many shots of a marksman (AK-285)")


def _acting(position: Position, task: Acting) -> None:
    activation = position.activation
    require(activation is not None and bool(task.orders), "orders of the figures of an activation are resolved")
    ordered = [order.figure for order in task.orders]
    of_card = () if activation is None else activation.figures
    require(len(set(ordered)) == len(ordered) and set(ordered) <= set(of_card), "a figure has at most one order")
    seat = position.figures[ordered[0]].seat
    for order in task.orders:
        if isinstance(order, Charge | Engage):
            require(bool(order.targets), "there is a target")
            require(all(position.figures[one].seat != seat for one in order.targets), "targets are enemies")
        elif isinstance(order, Shoot | Fight):
            require(position.figures[order.target].seat != seat, "targets are enemies")
        require(not isinstance(order, Shoot) or _armed(position, order.figure), "who shoots has a weapon")
    for reaction in task.reactions:
        require(position.figures[reaction.figure].seat != seat, "enemies react")
    shots = [one.figure for one in task.reactions if isinstance(one.response, ShootBack)]
    require(all(_armed(position, one) for one in shots), "who shoots has a weapon")
    require(all(_armed(position, shot.shooter) for shot in task.volley), "who shoots has a weapon")
    steps = len(task.reactions) if task.step == REACTIONS else len(task.orders)
    require(task.at <= steps or task.step in (TO_CHARGES, TO_SHOTS), "a step ends with its list")
    places = (*task.annulled, *task.failed, *task.lost)
    require(all(0 <= place < len(task.orders) for place in places), "orders are meant by their places")
    require(all(isinstance(task.orders[place], Charge) for place in task.failed), "charges fail")


def _armed(position: Position, number: int) -> bool:
    return position.figures[number].profile.ranged is not None


def _volley(position: Position, task: Volley) -> None:
    require(all(colour in FACES for colour in task.colours), "health has the colour of a die")
    for shot in task.shots:
        shooter, target = position.figures[shot.shooter], position.figures[shot.target]
        require(shooter.status == target.status == BOARD and shooter.seat != target.seat, "enemies on board shoot")
        require(_armed(position, shot.shooter), "who shoots has a weapon")


def _on_leave(position: Position, task: Leaving) -> None:
    order = task.order
    require(isinstance(order, Walk | Run | Engage), "a walk, a run or an engagement leaves a combat")
    require(
        0 <= order.figure < len(position.figures) and position.on_board(order.figure), "who leaves is on board"
    )
    base = position.agenda[0]
    require(isinstance(base, Acting) and 0 <= task.place < len(base.orders), "it is an order of the action")
    found = leaving.strikers(position, position.figures[order.figure], order)
    require(bool(found) and found == task.strikers, "those strike that can (AK-124)")


def _preparing(position: Position, task: Preparing) -> None:
    figure = position.figures[task.figure]
    formulas = figure.profile.alchemy.formulas if figure.profile.alchemy else ()
    require(figure.status == BOARD and task.formula in formulas, "an alchemist prepares a formula of its card")
    require(all(position.on_board(target) for target in task.targets), "targets are on board")
    if FORMULAS[task.formula].target not in ("self", "area"):
        require(len(task.targets) == 1, "the formula has one target")


def _exchange(position: Position, task: Clash) -> None:
    require(position.are_fighting(task.attacker, task.defender), "the two are in combat")
    chosen = (task.attacker_card, task.defender_card)
    if task.step > clashing.REVEAL:
        require(all(card in CARDS for card in chosen), "both have chosen a card")
    if task.step >= clashing.ATTACK:
        attacks = [CARDS[card].attack for card in chosen]
        require(sorted(attacks) == [False, True] and "parry" in chosen, "an attack is parried")


TASKS: Final[Mapping[type, Callable[[Position, Any], None]]] = {
    Acting: _acting,
    Volley: _volley,
    Leaving: _on_leave,
    Preparing: _preparing,
    Clash: _exchange,
}
