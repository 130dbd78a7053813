"""The default answers (AK-302): what stands for `{"default": {}}`, and what is played for a bot that is out."""

from __future__ import annotations

from arena.games.alkemy import actions, deploying, mustering, questions, scenery, skills, suggesting
from arena.games.alkemy.actions import Action
from arena.games.alkemy.material import CARD_ORDER, PARRY
from arena.games.alkemy.position import Position
from arena.games.alkemy.responses import NOTHING
from arena.kernel.seats import Seat

NORMAL = "normal"


def answer(position: Position, seat: Seat) -> Action:
    asked = position.asked
    match asked:
        case questions.Army():
            return mustering.default(position, seat)
        case questions.Terrain():
            return scenery.default_scenery(position)
        case questions.Component():
            return scenery.default_token(position, seat)
        case questions.Deploy():
            return deploying.default(position, seat)
        case questions.Initiative():
            return _leader(position, seat)
        case questions.First():
            return actions.First(seat)
        case questions.Hand():
            return _hand(asked)
        case questions.Orders():
            return suggesting.first_order(position, asked) if asked.must_act else actions.End()
        case questions.ReactShot() | questions.ReactCharge():
            return actions.React(NOTHING)
        case questions.Card():
            return _card(asked.of(seat))
        case questions.Feint():
            return actions.Feint(False)
        case questions.Keep():
            return actions.Keep(asked.pairs[0].dice)
        case questions.Reroll():
            return actions.Reroll(True)
        case questions.Cover():
            return asked.covers[0]
        case questions.Tester():
            return actions.Tester(min(asked.figures))
        case questions.Strikes():
            return actions.Strikes(tuple(sorted(asked.figures)))
        case questions.Enhance():
            return actions.Enhance(())
        case None:
            raise ValueError("nobody is asked anything")


def _leader(position: Position, seat: Seat) -> actions.Initiative:
    """The figure with the highest ESP, a Chief's counted, lowest id."""
    own = [one for one in position.figures if one.seat == seat and position.on_board(one.id)]
    return actions.Initiative(max(own, key=lambda one: (skills.spirit(position, one), -one.id)).id)


def _hand(asked: questions.Hand) -> Action:
    if asked.cards:
        return actions.Activate(min(asked.cards))
    return actions.Pass() if asked.may_pass else actions.Reactivate(min(asked.figures))


def _card(allowed: tuple[str, ...]) -> actions.Card:
    preferred = (NORMAL, PARRY, *CARD_ORDER)
    return actions.Card(next(card for card in preferred if card in allowed))
