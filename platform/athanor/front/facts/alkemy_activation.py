"""An activation of a real game of Alkemy, document by document, as the seat that has the hand goes through it.

The armies are small, so that a view can be read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from arena.games.alkemy.actions import ACTIONS
from arena.games.alkemy.game import AlkemyGame
from arena.kernel.chance import Seeded
from athanor.front.facts.conversation import laid


class Step(NamedTuple):
    question: str
    legal: int
    some: Sequence[str]
    template: str
    action: str
    events: Sequence[str]


class Activation(NamedTuple):
    seat: int
    view: str
    steps: Sequence[Step]


ARMIES: Final = (
    {
        "faction": "jade",
        "cards": [{"profile": "captain-lee-ping", "figures": 1}, {"profile": "militia-lancers", "figures": 1}],
    },
    {
        "faction": "avalon",
        "cards": [{"profile": "mordren", "figures": 1}, {"profile": "avalon-recruits", "figures": 2}],
    },
)
SEED: Final = bytes([32]) * 32
LIKED: Final = ("charge", "shoot", "fight", "control")
MOST_SHOWN: Final = 4
MOST_PLIES: Final = 400


@cache
def activation() -> Activation:
    """The first activation of seat 0 in which a charge is suggested, played on by suggestions."""
    game = AlkemyGame()
    options = {"armies": [dict(army) for army in ARMIES], "auto_setup": True, "points": 100}
    state = game.new(2, options, Seeded(SEED)).state
    view, mine = "", False
    steps: list[Step] = []
    while state.to_act and state.ply < MOST_PLIES:
        seat = state.to_act[0]
        legal = [ACTIONS.document(action) for action in state.legal(seat)]
        if not mine and seat == 0 and state.question(0) == "orders" and _attacks(legal):
            mine, view = True, laid(state.view(0))
        chosen = _choice(legal, state.question(seat))
        question, templates = state.question(seat), state.templates(seat)
        events = [laid(game.facts.document(event.fact)) for event in state.apply(seat, ACTIONS.parse(chosen))]
        if mine and seat == 0:
            found = [one for one in legal if _kind(one) in LIKED][:2]
            some = [laid(one) for one in [*found, *(one for one in legal if one not in found)][:MOST_SHOWN]]
            shown = next((one for one in templates if one.get("order") == _kind(chosen)), None)
            template = laid(shown) if question == "orders" and shown else ""
            steps.append(Step(question, len(legal), some, template, laid(chosen), events))
        elif mine:
            steps[-1] = steps[-1]._replace(events=(*steps[-1].events, *events))
        if mine and state.activation is None:
            break
    return Activation(0, view, tuple(steps))


def _kind(action: Mapping[str, Any]) -> str:
    """Of a suggested order; else of the action."""
    ((kind, body),) = action.items()
    return next(iter(body["orders"][0])) if kind == "act" else kind


def _attacks(legal: Sequence[Mapping[str, Any]]) -> bool:
    return any(_kind(action) == "charge" for action in legal)


def _choice(legal: Sequence[dict[str, Any]], question: str) -> dict[str, Any]:
    if question == "orders":
        for kind in LIKED:
            for action in legal:
                if _kind(action) == kind:
                    return action
        runs = [action for action in legal if _kind(action) in ("walk", "run")]
        return runs[0] if runs else legal[-1]
    return legal[0]
