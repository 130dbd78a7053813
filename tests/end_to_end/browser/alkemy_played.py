"""Matches of Alkemy that were really played, by chance that likes a fight: what the page has to show of them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from arena.games.alkemy.game import AlkemyGame
from arena.kernel.chance import Seeded

PRESETS = (
    None,
    ("khaliman-2", "temple-1"),
    ("walosi-1", "cobra-1"),
    ("aurlok-2", "escapees-1"),
    ("jade-2", "avalon-2"),
    ("khaliman-1", "aurlok-1"),
)
LIKED = {
    "charge": 12,
    "fight": 12,
    "shoot": 10,
    "prepare": 10,
    "harvest": 10,
    "stand": 10,
    "engage": 8,
    "control": 25,
}
"""How often an order is taken, beside a walk."""
UNLOVED = {"end": 0.3, "pass": 0.05}


@dataclass(frozen=True)
class Played:
    replay: dict[str, Any]
    views: list[dict[str, Any]]
    """The public's, after each action."""


def liking(document: dict[str, Any]) -> float:
    kind = next(iter(document))
    if kind == "act":
        return LIKED.get(next(iter(document["act"]["orders"][0])), 1)
    return UNLOVED.get(kind, 1)


def played(number: int, armies: tuple[str, str] | None = None, **options: Any) -> Played:
    """A match of two presets; without them, of those that the game begins with."""
    game, dice = AlkemyGame(), random.Random(number)
    settled = game.settle(2, options)
    start = game.new(2, settled, Seeded(bytes([number]) * 32))
    state, events, views = start.state, list(start.events), []
    told = [(0, event) for event in events]
    views.append(state.view(None))
    while state.to_act:
        seat = state.to_act[0]
        if armies and state.question(seat) == "army":
            action = game.action({"army": {"preset": armies[seat]}})
        else:
            actions = list(state.legal(seat))
            action = dice.choices(actions, [liking(game.actions.document(one)) for one in actions])[0]
        told += [(len(views), event) for event in state.apply(seat, action)]
        views.append(state.view(None))
    assert state.result is not None
    replay = {
        "header": {"game": "alkemy", "options": settled, "seats": [{"bot": "ada/one"}, {"bot": "bea/two"}]},
        "names": ["One", "Two"],
        "events": [{"ply": ply, "to": None, "event": game.facts.document(event.fact)} for ply, event in told],
        "actions": [],
        "times": [],
        "accounts": [],
        "result": views[-1]["result"],
    }
    return Played(replay, views)


def drawn(table: dict[str, Any]) -> dict[str, Any]:
    """What a table of the page holds."""
    return {
        "turn": table["turn"],
        "points": table["points"],
        "markers": [marker["control"] for marker in table["markers"]],
        "terrain": [(piece["piece"], piece["parts"]) for piece in table["pieces"]],
        "tokens": table["tokens"],
        "cards": [(card["profile"], card["figures"], card["activated"]) for card in table["cards"]],
        "combats": sorted((pair["a"], pair["b"]) for pair in table["combats"]),
        "active": table["active"] and table["active"]["card"],
        "result": table["result"] and table["result"]["scores"],
        "figures": [of(figure) for figure in table["figures"]],
    }


def known(view: dict[str, Any]) -> dict[str, Any]:
    """The same of a view of the engine."""
    return {
        "turn": view["turn"],
        "points": view["victory_points"],
        "markers": [marker["control"] for marker in view["markers"]],
        "terrain": [(piece["piece"], piece["parts"]) for piece in view["terrain"]],
        "tokens": view["tokens"],
        "cards": [(card["profile"], card["figures"], card["activated"]) for card in view["cards"]],
        "combats": [(pair["a"], pair["b"]) for pair in view["combats"]],
        "active": view["activation"] and view["activation"]["card"],
        "result": view["result"] and view["result"]["scores"],
        "figures": [of(figure) for figure in view["figures"]],
    }


def of(figure: dict[str, Any]) -> dict[str, Any]:
    same = ("seat", "profile", "status", "x", "y", "marked", "ap", "concentration", "stones", "components")
    effects = sorted((effect["kind"], effect["lasting"]) for effect in figure["effects"])
    return {name: figure[name] for name in same} | {"effects": effects}
