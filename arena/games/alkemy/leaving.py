"""Leaving a combat: the test, and the blows of those that are left (AK-122 to AK-124, AK-130)."""

from __future__ import annotations

from arena.games.alkemy import blows, dicing, facts, questions, skills
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.orders import Engage, Order
from arena.games.alkemy.position import BOARD, Figure, Position
from arena.games.alkemy.tasks import Leaving


def strikers(position: Position, figure: Figure, order: Order) -> tuple[int, ...]:
    """AK-124: the enemies that test and strike. Who has Reach has none in those that cannot reach it."""
    engaged = order.targets if isinstance(order, Engage) else ()
    return tuple(
        foe
        for foe in position.foes(figure.id)
        if foe not in engaged
        and not skills.knocked(position.figures[foe])
        and skills.can_strike(position, foe, figure.id)
    )


def step(position: Position, leaving: Leaving, events: Events) -> bool:
    """Whether it has leave to go; otherwise somebody is asked, or was."""
    if leaving.free:
        return True
    if len(leaving.strikers) > 1:
        position.agenda.append(leaving)
        seat = 1 - position.figures[leaving.order.figure].seat
        position.ask((seat,), questions.Tester(leaving.order.figure, leaving.strikers))
        return False
    return _test(position, leaving, leaving.strikers[0], events)


def tested(position: Position, tester: int, events: Events) -> None:
    leaving = position.agenda.pop()
    assert isinstance(leaving, Leaving)
    position.answered()
    if _test(position, leaving, tester, events):
        position.agenda.append(leaving._replace(free=True))


def _test(position: Position, leaving: Leaving, tester: int, events: Events) -> bool:
    """AK-123: one opposed REF roll."""
    figure, other = position.figures[leaving.order.figure], position.figures[tester]
    ruse = 1 if figure.effects and figure.effect("ruse") else 0
    if dicing.opposed(position, "disengage", _reflex(figure, ruse), _reflex(other, 0), events):
        tell(events, facts.Disengaged(figure.id))
        return True
    position.agenda.append(leaving._replace(free=True))
    position.ask((other.seat,), questions.Strikes(figure.id, leaving.strikers))
    return False


def _reflex(figure: Figure, bonus: int) -> dicing.Side:
    return dicing.Side(figure, figure.profile.ref, bonus + skills.reflex_net(figure), skills.colour(figure))


def struck(position: Position, figure: Figure, by: tuple[int, ...], events: Events) -> None:
    """The blows of those that strike, in order."""
    position.answered()
    for number in by:
        striker = position.figures[number]
        if figure.status == BOARD and skills.can_strike(position, number, figure.id):
            blows.strike(position, striker, figure, "strike", events, shift=blows.FREE_SHIFT)
