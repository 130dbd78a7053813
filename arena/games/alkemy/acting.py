"""The resolution of one `act`, by the steps of AK-102: a task that asks, waits and goes on."""

from __future__ import annotations

from collections.abc import Callable

from arena.games.alkemy import (
    alchemy,
    charging,
    clashing,
    effects,
    engaging,
    facts,
    formulas,
    leaving,
    markers,
    movement,
    ordering,
    questions,
    reacting,
    shooting,
)
from arena.games.alkemy.announcements import Events, tell
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
from arena.games.alkemy.position import BOARD, Figure, Position
from arena.games.alkemy.responses import None_, Response
from arena.games.alkemy.responses import Shoot as ShootBack
from arena.games.alkemy.tasks import TO_CHARGES, Acting, Clash, Leaving, Preparing, Reaction, Volley


def begin(position: Position, orders: tuple[Order, ...], events: Events) -> None:
    """Steps 1 and 2."""
    activation = position.activation
    assert activation is not None
    seat = position.cards[activation.card].seat
    tell(events, facts.Orders(seat, orders))
    for order in orders:
        figure = position.figures[order.figure]
        figure.ap -= ordering.cost_of(order)
        if isinstance(order, Walk) and order.free:
            figure.tracked = True
    annulled, failed = [], []
    for place, order in enumerate(orders):
        if isinstance(order, Charge):
            figure = position.figures[order.figure]
            if charging.is_annulled(position, figure, order, events):
                annulled.append(place)
            elif not charging.announce(position, figure, order, events):
                failed.append(place)
    position.agenda.append(Acting(orders, annulled=tuple(annulled), failed=tuple(failed)))


def step(position: Position, acting: Acting, events: Events) -> None:
    STEPS[acting.step](position, acting, events)


def _next(position: Position, acting: Acting) -> None:
    position.agenda.append(acting._replace(step=acting.step + 1, at=0))


# --- step 3: who is asked


def _successful(acting: Acting) -> list[Charge]:
    return [
        order
        for place, order in enumerate(acting.orders)
        if isinstance(order, Charge) and place not in acting.annulled and place not in acting.failed
    ]


def charge_question(position: Position, acting: Acting, target: int) -> questions.ReactCharge | None:
    chargers = [charge.figure for charge in _successful(acting) if target in charge.targets]
    return reacting.to_charge(position, position.figures[target], chargers)


def _shots(acting: Acting) -> list[Shoot]:
    return [order for order in acting.orders if isinstance(order, Shoot)]


def shot_question(position: Position, acting: Acting, target: int) -> questions.ReactShot | None:
    shooters = [shot.figure for shot in _shots(acting) if shot.target == target]
    return reacting.to_shot(position, position.figures[target], shooters) if shooters else None


def _ask_charged(position: Position, acting: Acting, events: Events) -> None:
    targets = list(dict.fromkeys(target for charge in _successful(acting) for target in charge.targets))
    for at in range(acting.at, len(targets)):
        target = targets[at]
        asked = charge_question(position, acting, target)
        if asked is not None:
            position.agenda.append(acting._replace(at=at + 1))
            position.ask((position.figures[target].seat,), asked)
            return
    _next(position, acting)


def _ask_shot(position: Position, acting: Acting, events: Events) -> None:
    targets = list(dict.fromkeys(shot.target for shot in _shots(acting)))
    for at in range(acting.at, len(targets)):
        target = targets[at]
        asked = shot_question(position, acting, target)
        if asked is not None:
            position.agenda.append(acting._replace(at=at + 1))
            position.ask((position.figures[target].seat,), asked)
            return
    _next(position, acting)


def reacted(position: Position, figure: Figure, response: Response, events: Events) -> None:
    """An answer to a charge or a shot."""
    position.answered()
    reacting.told(figure, response, events)
    if isinstance(response, None_):
        return
    acting = position.agenda.pop()
    assert isinstance(acting, Acting)
    if acting.step == TO_CHARGES:
        assert isinstance(response, ShootBack)
        acting = acting._replace(volley=acting.volley + reacting.shots_of(figure, response, at_charger=True))
    else:
        acting = acting._replace(reacted=(*acting.reacted, figure.id))
        figure.ap -= len(response.at) if isinstance(response, ShootBack) else 1  # AK-190, AK-196
        acting = acting._replace(reactions=(*acting.reactions, Reaction(figure.id, response)))
    position.agenda.append(acting)


# --- steps 4 and 6: volleys


def _charge_volley(position: Position, acting: Acting, events: Events) -> None:
    _next(position, acting._replace(volley=()))
    shooting.begin(position, acting.volley, (), events)


def _volley(position: Position, acting: Acting, events: Events) -> None:
    _next(position, acting)
    shooting.begin(position, shooting.shots_of(acting), acting.reacted, events)


# --- step 5: movements and what else is done in list order


def _movements(position: Position, acting: Acting, events: Events) -> None:
    if acting.at == len(acting.orders):
        _next(position, acting)
        return
    place, order = acting.at, acting.orders[acting.at]
    position.agenda.append(acting._replace(at=place + 1))
    if place in acting.annulled or isinstance(order, Shoot | Fight):
        return
    figure = position.figures[order.figure]
    if place in acting.failed:
        if figure.status == BOARD and isinstance(order, Charge):
            charging.walk_instead(position, figure, order, events)
    elif ordering.lost(position, order):
        _lose(position, place, order, events)
    elif isinstance(order, Walk | Run | Engage) and (strikers := leaving.strikers(position, figure, order)):
        position.agenda.append(Leaving(order, place, strikers))
    else:
        _do(position, figure, order, events)


def _lose(position: Position, place: int, order: Order, events: Events) -> None:
    acting = position.agenda.pop()
    assert isinstance(acting, Acting)
    position.agenda.append(acting._replace(lost=(*acting.lost, place)))
    tell(events, facts.OrderLost(order.figure))


def leave(position: Position, task: Leaving, events: Events) -> None:
    """A movement out of combat: when it has leave to go, and is still there, it goes."""
    if leaving.step(position, task, events):
        figure = position.figures[task.order.figure]
        if figure.status == BOARD:
            _do(position, figure, task.order, events)
        else:
            _lose(position, task.place, task.order, events)


def _do(position: Position, figure: Figure, order: Order, events: Events) -> None:
    if isinstance(order, Walk | Run):
        figure.ran = figure.ran or isinstance(order, Run)
        movement.make(position, figure, movement.way_of(figure, order), events)
    elif isinstance(order, Engage):
        engaging.carry_out(position, figure, order.targets, order.to, order.jump, events)
    elif isinstance(order, Charge):
        charging.carry_out(position, figure, order, events)
    elif isinstance(order, Concentrate):
        alchemy.concentrate(figure, events)
    elif isinstance(order, Control):
        markers.control(position, figure, order.marker, events)
    elif isinstance(order, Harvest):
        alchemy.harvest(position, figure, order.token, events)
    elif isinstance(order, Stand):
        effects.lift(figure, "knocked")
        tell(events, facts.Stand(figure.id))
    elif isinstance(order, Prepare):
        alchemy.prepare(position, figure, order, events)


# --- steps 7 and 8


def _reactions(position: Position, acting: Acting, events: Events) -> None:
    if acting.at == len(acting.reactions):
        _next(position, acting)
        return
    position.agenda.append(acting._replace(at=acting.at + 1))
    reaction = acting.reactions[acting.at]
    if not isinstance(reaction.response, ShootBack):
        reacting.carry_out(position, reaction, events)


def _combats(position: Position, acting: Acting, events: Events) -> None:
    activation = position.activation
    assert activation is not None
    if acting.at == len(acting.orders) or activation.over:  # AK-143
        _next(position, acting)
        return
    place, order = acting.at, acting.orders[acting.at]
    position.agenda.append(acting._replace(at=place + 1))
    if place in acting.lost or place in acting.annulled or place in acting.failed:
        return
    if isinstance(order, Charge):
        position.agenda.append(Clash(order.figure, order.targets[0], "charge"))
    elif isinstance(order, Engage):
        position.agenda.append(Clash(order.figure, order.targets[0], "engage"))
    elif isinstance(order, Fight):
        position.agenda.append(Clash(order.figure, order.target, "fight"))


def _done(position: Position, acting: Acting, events: Events) -> None:
    """AK-75, AK-85: who has carried out an order, and whose last one was a shot."""
    activation = position.activation
    assert activation is not None
    carried_out = [
        order
        for place, order in enumerate(acting.orders)
        if place not in acting.annulled and not (isinstance(order, Walk) and order.free)
    ]
    acted = set(activation.acted) | {order.figure for order in carried_out}
    shot = set(activation.last_shot) - {order.figure for order in carried_out}
    shot |= {order.figure for order in carried_out if isinstance(order, Shoot)}
    position.activation = activation._replace(acted=tuple(sorted(acted)), last_shot=tuple(sorted(shot)))


STEPS: tuple[Callable[[Position, Acting, Events], None], ...] = (
    _ask_charged,
    _ask_shot,
    _charge_volley,
    _movements,
    _volley,
    _reactions,
    _combats,
    _done,
)


def run(position: Position, events: Events) -> None:
    """Resolves what is on the agenda until something is to be asked, or nothing is left."""
    while position.agenda and position.asked is None and position.result is None:
        task = position.agenda.pop()
        if isinstance(task, Acting):
            step(position, task, events)
        elif isinstance(task, Clash):
            clashing.step(position, task, events)
        elif isinstance(task, Volley):
            shooting.step(position, task, events)
        elif isinstance(task, Leaving):
            leave(position, task, events)
        elif isinstance(task, Preparing):
            formulas.take_effect(position, task, (), events)
