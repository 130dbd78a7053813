"""The turn: initiative, the hand, activations, its end (section 7)."""

from __future__ import annotations

from arena.games.alkemy import dicing, effects, facts, questions, scoring, skills
from arena.games.alkemy.announcements import Events, tell
from arena.games.alkemy.material import COLOURS, NONE, REACTIVATE_AP, REACTIVATE_CARD_AP
from arena.games.alkemy.ordering import has_order
from arena.games.alkemy.position import (
    ACTIVATION,
    ALONE,
    BOARD,
    BOTH,
    FIRST,
    INITIATIVE,
    Activation,
    Figure,
    Position,
)
from arena.kernel.seats import Seat


def begin(position: Position, events: Events) -> None:
    """AK-67."""
    position.turn += 1
    position.phase = INITIATIVE
    position.hand = NONE
    position.opening = False
    position.passes = 0
    position.activation = None
    position.activated = (False,) * len(position.cards)
    for figure in position.figures:
        figure.moved = figure.ran = figure.charged = figure.failed_charge = False
        figure.harvested = figure.master_used = figure.tracked = False
        figure.marksman_used = 0
        figure.prepared = ()
        figure.barred = ()
        if figure.status == BOARD:
            figure.ap = figure.profile.ap
    tell(events, facts.TurnBegins(position.turn))
    position.ask(BOTH, questions.Initiative())  # AK-68


def decide_initiative(position: Position, south: Figure, north: Figure, events: Events) -> None:
    """AK-69, AK-298."""
    position.answered()
    first = dicing.opposed(position, "initiative", _leader(position, south), _leader(position, north), events)
    winner = 0 if first else 1
    tell(events, facts.InitiativeWon(winner))
    position.phase = FIRST
    position.ask(ALONE[winner], questions.First())


def _leader(position: Position, figure: Figure) -> dicing.Side:
    colour = COLOURS[0] if "chief" in figure.profile.skills else skills.colour(figure)
    return dicing.Side(figure, skills.spirit(position, figure), -skills.hindrance(figure), colour)


def open_hand(position: Position, seat: Seat, events: Events) -> None:
    """AK-70."""
    position.answered()
    position.phase = ACTIVATION
    position.opening = True
    _give_hand(position, seat, events)


def _give_hand(position: Position, seat: Seat, events: Events) -> None:
    position.hand = seat
    tell(events, facts.Hand(seat))


def cards_to_activate(position: Position, seat: Seat) -> tuple[int, ...]:
    """AK-72."""
    return tuple(
        number
        for number, card in enumerate(position.cards)
        if card.seat == seat
        and not position.activated[number]
        and any(has_order(position, position.figures[figure]) for figure in card.figures)
    )


def figures_to_reactivate(position: Position, seat: Seat) -> tuple[int, ...]:
    """AK-82."""
    return tuple(
        figure.id
        for figure in position.figures
        if figure.seat == seat
        and figure.ap >= REACTIVATE_AP
        and figure.profile.ap >= REACTIVATE_CARD_AP
        and position.activated[figure.card]
        and skills.on_watch(figure)
        and has_order(position, figure)
    )


def activate(position: Position, number: int, events: Events) -> None:
    """AK-71."""
    _decided(position)
    card = position.cards[number]
    position.activated = (*position.activated[:number], True, *position.activated[number + 1 :])
    figures = tuple(figure for figure in card.figures if position.figures[figure].status == BOARD)
    position.activation = Activation(number, figures, reactivation=False)
    tell(events, facts.Activate(card.seat, number))


def reactivate(position: Position, number: int, events: Events) -> None:
    """AK-82."""
    _decided(position)
    figure = position.figures[number]
    figure.ap -= 1
    position.activation = Activation(figure.card, (number,), reactivation=True)
    tell(events, facts.Reactivate(figure.seat, number))


def _decided(position: Position) -> None:
    position.answered()
    position.opening = False
    position.passes = 0


def pass_hand(position: Position, auto: bool, events: Events) -> None:
    """AK-78 to AK-80."""
    position.answered()
    seat = position.hand
    position.opening = False
    position.passes += 1
    tell(events, facts.Pass(seat, auto))
    if position.passes < len(BOTH):
        _give_hand(position, 1 - seat, events)
    else:
        end(position, events)


def end(position: Position, events: Events) -> None:
    """AK-86."""
    effects.end_turn(position, events)
    scoring.score(position, events)
    tell(events, facts.TurnEnds(position.turn))
    scoring.check_points(position, events)
    if position.result is None and position.turn >= position.settings.turn_limit:
        scoring.finish_by_count(position, scoring.TURN_LIMIT, events)
    if position.result is None:
        begin(position, events)


def end_activation(position: Position, events: Events) -> None:
    """AK-76: the hand changes (AK-71)."""
    activation = position.activation
    assert activation is not None
    position.answered()
    position.activation = None
    tell(events, facts.ActivationEnds(activation.card))
    _give_hand(position, 1 - position.hand, events)


def go_on(position: Position, events: Events) -> None:
    """With nothing left on the agenda: to the next question of the activation phase (22.1, 22.2)."""
    while position.asked is None and position.phase == ACTIVATION:
        scoring.check_wipe_out(position, events)
        if position.phase == ACTIVATION:
            _ask_next(position, events)


def _ask_next(position: Position, events: Events) -> None:
    activation = position.activation
    if activation is None:
        _ask_hand(position, events)
        return
    asked = orders_of(position, activation)
    if asked is None:
        end_activation(position, events)
    else:
        position.ask(ALONE[position.hand], asked)


def orders_of(position: Position, activation: Activation) -> questions.Orders | None:
    """AK-84: the activation ends by itself when none of its figures has an order."""
    if activation.over:
        return None
    able = tuple(one for one in activation.figures if has_order(position, position.figures[one]))
    return questions.Orders(able, must_act=not activation.acted) if able else None


def hand_of(position: Position, seat: Seat) -> questions.Hand | None:
    """AK-80: who can neither activate nor reactivate is not asked."""
    cards = cards_to_activate(position, seat)
    figures = figures_to_reactivate(position, seat)
    return questions.Hand(cards, figures, may_pass=not position.opening) if cards or figures else None


def _ask_hand(position: Position, events: Events) -> None:
    seat = position.hand
    asked = hand_of(position, seat)
    if asked is None:
        pass_hand(position, True, events)
    else:
        position.ask(ALONE[seat], asked)
