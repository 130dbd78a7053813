"""An answer takes effect: the question is settled, and the game goes on to the next one."""

from __future__ import annotations

from arena.games.alkemy import (
    acting,
    actions,
    alchemy,
    autopilot,
    clashing,
    leaving,
    questions,
    scoring,
    setup,
    shooting,
    turns,
)
from arena.games.alkemy.actions import Action
from arena.games.alkemy.announcements import Events
from arena.games.alkemy.position import ACTIVATION, Position, Sealed
from arena.kernel.seats import Seat


def answer(position: Position, seat: Seat, action: Action, events: Events) -> None:
    """Of an action that is legal."""
    if isinstance(action, actions.Default):
        action = autopilot.answer(position, seat)
    position.ply += 1
    if isinstance(action, actions.Army | actions.Initiative | actions.Card):
        _seal(position, seat, action)
        if position.to_act:
            return  # AK-6: on to the next question, so not between the answers to this one
        _open(position, events)
    else:
        _take_effect(position, seat, action, events)
    acting.run(position, events)
    if position.phase == ACTIVATION and position.asked is None:
        turns.go_on(position, events)
    if position.result is None and position.ply >= position.settings.ply_limit:  # AK-6
        scoring.finish_by_count(position, scoring.PLY_LIMIT, events)


def _seal(position: Position, seat: Seat, action: Sealed) -> None:
    """AK-303."""
    south, north = position.secret
    position.secret = (action, north) if seat == 0 else (south, action)
    position.to_act = tuple(one for one in position.to_act if one != seat)


def _open(position: Position, events: Events) -> None:
    """The last answer to a sealed question is in."""
    match position.asked:
        case questions.Army():
            setup.armies_chosen(position, events)
        case questions.Initiative():
            south, north = position.secret
            assert isinstance(south, actions.Initiative)
            assert isinstance(north, actions.Initiative)
            leaders = position.figures[south.figure], position.figures[north.figure]
            turns.decide_initiative(position, *leaders, events)
        case _:
            clashing.chosen(position, events)


def _take_effect(position: Position, seat: Seat, action: Action, events: Events) -> None:
    asked = position.asked
    match action:
        case actions.Terrain() | actions.Component() | actions.Deploy():
            setup.placed(position, seat, action, events)
        case actions.First():
            turns.open_hand(position, action.seat, events)
        case actions.Activate():
            turns.activate(position, action.card, events)
        case actions.Reactivate():
            turns.reactivate(position, action.figure, events)
        case actions.Pass():
            turns.pass_hand(position, False, events)
        case actions.End():
            turns.end_activation(position, events)
        case actions.Act():
            position.answered()
            acting.begin(position, action.orders, events)
        case actions.React():
            assert isinstance(asked, questions.ReactShot | questions.ReactCharge)
            acting.reacted(position, position.figures[asked.figure], action.reaction, events)
        case actions.Feint():
            assert isinstance(asked, questions.Feint)
            clashing.feinted(position, position.figures[asked.figure], action.use, events)
        case actions.Keep():
            assert isinstance(asked, questions.Keep)
            pair = next(pair for pair in asked.pairs if pair.dice == action.dice)
            clashing.kept(position, asked, pair, events)
        case actions.Reroll():
            clashing.rerolled(position, action.use)
        case actions.Cover():
            assert isinstance(asked, questions.Cover)
            shooting.covered(position, asked, action, events)
        case actions.Tester():
            leaving.tested(position, action.figure, events)
        case actions.Strikes():
            assert isinstance(asked, questions.Strikes)
            leaving.struck(position, position.figures[asked.figure], action.figures, events)
        case actions.Enhance():
            assert isinstance(asked, questions.Enhance)
            alchemy.enhanced(position, position.figures[asked.figure], action.take, events)
        case _:
            raise ValueError(f"{action} answers no question")
