"""Whether a state's question is one that the engine asks there: every answer that it offers can be taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from arena.games.alkemy import (
    acting,
    alchemy,
    blows,
    cards,
    clashing,
    deploying,
    keeping,
    ordering,
    questions,
    scenery,
    skills,
)
from arena.games.alkemy.covering import covers
from arena.games.alkemy.material import CARDS, FACES, FORMULAS, NONE, REACTIVATE_AP
from arena.games.alkemy.position import BOTH, RESERVE, Position
from arena.games.alkemy.questions import Question
from arena.games.alkemy.tasks import TO_CHARGES, TO_SHOTS, Acting, Clash, Leaving, Preparing, Task, Volley
from arena.games.alkemy.terrain import PIECES
from arena.kernel.game import BadState


class Otherwise(Exception):
    """What is asked, or waits, is another thing here, or nothing."""


def check(position: Position) -> None:
    """Raises BadState where the engine would not ask this, so, or not these seats."""
    asked = position.asked
    if asked is None:
        return
    try:
        seats = CHECKS[type(asked)](position, asked)
    except Otherwise as reason:
        raise BadState("/question", f"this is not what is asked here: {reason}") from None
    if seats != position.with_question:
        raise BadState("/question/seats", f"this is asked of {', '.join(map(str, seats))}")


def _same(found: Question | None, asked: Question) -> None:
    if found != asked:
        expected = "nothing" if found is None else questions.QUESTIONS.document(found)
        raise Otherwise(f"{expected} was expected")


def require(holds: bool, reason: str) -> None:
    if not holds:
        raise Otherwise(reason)


# --- before the first turn


def _army(position: Position, asked: questions.Army) -> tuple[int, ...]:
    require(not position.cards and not position.armies, "there are armies already")
    require(not position.pieces, "scenery is placed when the armies are chosen")
    return BOTH


def _in_reserve(position: Position) -> None:
    require(all(one.status == RESERVE for one in position.figures), "figures are in reserve until the deployment")


def _scenery(position: Position, asked: questions.Terrain) -> tuple[int, ...]:
    _in_reserve(position)
    setup = position.setup
    require(setup.next != NONE and setup.first != NONE, "setup says who began, and whose turn it is")
    require(asked.pool == setup.pool and all(piece in PIECES for piece in setup.pool), "the pool is that of setup")
    found = scenery.possible_scenery(position)
    require(found is not None and found[0] == asked.gap == setup.gap, "the gap is the widest possible (AK-254)")
    return (setup.next,)


def _component(position: Position, asked: questions.Component) -> tuple[int, ...]:
    _in_reserve(position)
    seat = position.setup.next
    require(seat != NONE, "setup says whose turn it is")
    found = scenery.possible_token(position, seat)
    require(found is not None, "the seat can place no token (AK-256)")
    require(
        found is None or found[:2] == (asked.spacing, asked.halves), "the spacing is the widest that is possible"
    )
    return (seat,)


def _deploy(position: Position, asked: questions.Deploy) -> tuple[int, ...]:
    seat = position.setup.next
    require(seat != NONE, "setup says whose turn it is")
    for card in position.cards:
        require(len({position.figures[one].status for one in card.figures}) == 1, "a card is deployed as a whole")
    require(
        bool(asked.cards) and asked.cards == deploying.undeployed(position, seat),
        "its cards in reserve are asked for",
    )
    return (seat,)


# --- the turn


def _initiative(position: Position, asked: questions.Initiative) -> tuple[int, ...]:
    seats = {base.seat for base in position.table.bases.values()}
    require(len(seats) == len(BOTH), "a seat has no figure on board")
    return BOTH


def _first(position: Position, asked: questions.First) -> tuple[int, ...]:
    require(len(position.with_question) == 1, "one seat has won the roll")
    return position.with_question


def _hand(position: Position, asked: questions.Hand) -> tuple[int, ...]:
    """A puzzle may leave out cards and figures that could be played (AK-325)."""
    seat = position.hand
    _ascending(asked.cards, "cards")
    _ascending(asked.figures, "figures")
    for number in asked.cards:
        require(0 <= number < len(position.cards), f"there is no card {number}")
        card = position.cards[number]
        require(card.seat == seat and not position.activated[number], f"card {number} cannot be activated (AK-72)")
        require(any(map(position.on_board, card.figures)), f"no figure of card {number} is on board")
    for number in asked.figures:
        figure = position.figures[number]
        require(
            figure.seat == seat and position.activated[figure.card] and position.on_board(number),
            f"figure {number} cannot be reactivated (AK-82)",
        )
        require(figure.ap >= REACTIVATE_AP, f"figure {number} has too few action points (AK-82)")
    require(bool(asked.cards or asked.figures), "a seat that can play nothing is not asked (AK-80)")
    return (seat,)


def _orders(position: Position, asked: questions.Orders) -> tuple[int, ...]:
    """As of the hand: not every figure of the activation need be told what to do."""
    activation = position.activation
    assert activation is not None
    require(position.cards[activation.card].seat == position.hand, "the active card is of the seat with the hand")
    _ascending(asked.figures, "figures")
    require(set(asked.figures) <= set(activation.figures), "figures of the activation were expected (AK-74)")
    able = any(ordering.has_order(position, position.figures[one]) for one in asked.figures)
    require(able and not activation.over, "an activation without an order ends by itself (AK-84)")
    return (position.hand,)


def _ascending(numbers: tuple[int, ...], name: str) -> None:
    require(list(numbers) == sorted(set(numbers)), f"{name} are listed once each, ascending")


# --- the resolution of orders


def _waiting(position: Position) -> Task:
    return position.agenda[-1]


def _react_charge(position: Position, asked: questions.ReactCharge) -> tuple[int, ...]:
    task = _waiting(position)
    assert isinstance(task, Acting)
    require(task.step == TO_CHARGES, "charges are answered at their own step")
    _same(acting.charge_question(position, task, asked.figure), asked)
    return (position.figures[asked.figure].seat,)


def _react_shot(position: Position, asked: questions.ReactShot) -> tuple[int, ...]:
    task = _waiting(position)
    assert isinstance(task, Acting)
    require(task.step == TO_SHOTS, "shots are answered at their own step")
    _same(acting.shot_question(position, task, asked.figure), asked)
    return (position.figures[asked.figure].seat,)


def _card(position: Position, asked: questions.Card) -> tuple[int, ...]:
    clash = _clash(position, clashing.REVEAL)
    require(not clash.attacker_card and not clash.defender_card, "no card is chosen before the answer")
    choices = cards.choices(position, clash)
    _same(questions.Card(clash.attacker, clash.defender, clash.mode, choices), asked)
    return clashing.asked_seats(position, clash, choices)


def _clash(position: Position, *steps: int) -> Clash:
    clash = _waiting(position)
    assert isinstance(clash, Clash)
    require(clash.step in steps, "the combat stands at another step")
    return clash


def _feint(position: Position, asked: questions.Feint) -> tuple[int, ...]:
    clash = _clash(position, clashing.FEINT_DEFENDER, clashing.PAY)
    pair = (clash.attacker, clash.defender, clash.attacker_card, clash.defender_card)
    figure, against, own, other = (
        pair if clash.step == clashing.FEINT_DEFENDER else (pair[1], pair[0], pair[3], pair[2])
    )
    _same(questions.Feint(figure, against, own, other), asked)
    who = position.figures[figure]
    require(
        own in CARDS and cards.may_feint(position, clash, who, position.figures[against], own), "it may not feint"
    )
    return (who.seat,)


def _keep(position: Position, asked: questions.Keep) -> tuple[int, ...]:
    striker, parrier, card, _ = clashing.sides(position, _clash(position, clashing.ATTACK))
    require((asked.figure, asked.against) == (striker.id, parrier.id), "the attacker chooses, against the parrier")
    known = all(die.colour in FACES and die in FACES[die.colour] for die in asked.dice)
    require(known and len(asked.dice) in (3, 4), "three or four dice were rolled")
    row = blows.row_of(position, striker, parrier)
    shift = blows.shift_of(striker, card.column_shift)
    offers = keeping.offers(asked.dice, skills.combat(striker), row, shift)
    pairs = tuple(questions.Pair(*offer) for offer in offers)
    require(len(pairs) > 1 and pairs == asked.pairs, "those pairs are offered that are worth keeping (AK-32)")
    return (striker.seat,)


def _reroll(position: Position, asked: questions.Reroll) -> tuple[int, ...]:
    clash = _clash(position, clashing.PARRY)
    striker, parrier, _, _ = clashing.sides(position, clash)
    _same(questions.Reroll(parrier.id, striker.id, clash.total), asked)
    return (parrier.seat,)


def _cover(position: Position, asked: questions.Cover) -> tuple[int, ...]:
    volley = _waiting(position)
    assert isinstance(volley, Volley)
    shot = volley.shots[volley.at]
    found = covers(position, shot.shooter, shot.target)
    require(bool(found) and asked.dom >= 0, "there is something that covers, and DOM")
    _same(questions.Cover(shot.target, shot.shooter, asked.dom, found), asked)
    return (position.figures[shot.target].seat,)


def _tester(position: Position, asked: questions.Tester) -> tuple[int, ...]:
    task = _leaving(position, free=False)
    _same(questions.Tester(task.order.figure, task.strikers), asked)
    require(len(task.strikers) > 1, "who tests is asked where there are several")
    return (1 - position.figures[task.order.figure].seat,)


def _strikes(position: Position, asked: questions.Strikes) -> tuple[int, ...]:
    task = _leaving(position, free=True)
    _same(questions.Strikes(task.order.figure, task.strikers), asked)
    return (1 - position.figures[task.order.figure].seat,)


def _leaving(position: Position, free: bool) -> Leaving:
    task = _waiting(position)
    assert isinstance(task, Leaving)
    require(task.free == free, "the movement stands at another step")
    return task


def _enhance(position: Position, asked: questions.Enhance) -> tuple[int, ...]:
    task = _waiting(position)
    assert isinstance(task, Preparing)
    figure = position.figures[task.figure]
    _same(alchemy.question(position, figure, FORMULAS[task.formula], task), asked)
    return (figure.seat,)


CHECKS: Final[Mapping[type, Callable[[Position, Any], tuple[int, ...]]]] = {
    questions.Army: _army,
    questions.Terrain: _scenery,
    questions.Component: _component,
    questions.Deploy: _deploy,
    questions.Initiative: _initiative,
    questions.First: _first,
    questions.Hand: _hand,
    questions.Orders: _orders,
    questions.ReactShot: _react_shot,
    questions.ReactCharge: _react_charge,
    questions.Card: _card,
    questions.Feint: _feint,
    questions.Keep: _keep,
    questions.Reroll: _reroll,
    questions.Cover: _cover,
    questions.Tester: _tester,
    questions.Strikes: _strikes,
    questions.Enhance: _enhance,
}
