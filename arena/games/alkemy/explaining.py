"""Where an answer breaks the rule that refuses it: which card, which order, which point, who is in the way."""

from __future__ import annotations

from arena.games.alkemy import actions, deploying, legality, mustering, ordering, questions, reacting, responses
from arena.games.alkemy.actions import Action
from arena.games.alkemy.paths import Trouble
from arena.games.alkemy.position import Position
from arena.kernel.seats import Seat


def explanation(position: Position, seat: Seat, action: Action) -> str:
    """Of an action that is refused; empty where its code says it all."""
    if legality.unasked(position, seat) is not None:
        return ""
    match action:
        case actions.Army():
            found = mustering.trouble(position, action)
            return "" if found is None else _sentence([f"card {found.card}"] * (found.card >= 0), found.about)
        case actions.Act() if isinstance(position.asked, questions.Orders):
            order = ordering.trouble_of_list(position, action.orders)
            return "" if order is None else _sentence([f"order {order[0]}", *_places(position, order[1])])
        case actions.Deploy() if isinstance(position.asked, questions.Deploy):
            return _of_deployment(position, seat, action, position.asked)
        case actions.React():
            trouble = _of_reaction(position, action.reaction)
            return "" if trouble is None else _sentence(_places(position, trouble))
        case _:
            return ""


def _of_deployment(position: Position, seat: Seat, action: actions.Deploy, asked: questions.Deploy) -> str:
    trouble = deploying.trouble(position, seat, asked, action)
    if trouble is None or trouble.code in ("unknown-card", "malformed"):
        return ""
    if trouble.segment < 0:
        rest = ", ".join(str(card) for card in asked.cards if card != action.card)
        return f"the cards {rest} would find no room after it"
    places = [f"position {trouble.segment}", *_places(position, trouble._replace(segment=-1))]
    return _sentence(places)


def _of_reaction(position: Position, response: responses.Response) -> Trouble | None:
    asked = position.asked
    if not isinstance(asked, questions.ReactShot):
        return None
    match response:
        case responses.Move():
            return reacting.move_trouble(position, asked, response)
        case responses.Engage():
            return reacting.engage_trouble(position, asked, response)
        case _:
            return None


def _places(position: Position, trouble: Trouble) -> list[str]:
    places = []
    if trouble.segment >= 0:
        places.append(f"point {trouble.segment} of its path")
    if 0 <= trouble.figure < len(position.figures):
        figure = position.figures[trouble.figure]
        places.append(f"figure {figure.id} ({figure.profile.name}) at ({figure.x}, {figure.y})")
    if trouble.piece >= 0:
        piece = position.pieces[trouble.piece]
        places.append(f"the {piece.piece} at ({piece.x}, {piece.y})")
    return places


def _sentence(places: list[str], about: str = "") -> str:
    where = ", ".join(places)
    return f"{where}: {about}" if where and about else where or about
