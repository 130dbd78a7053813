"""Matches of any game at a table of any size, played by chance: for what their pages look like."""

from __future__ import annotations

from random import Random
from typing import Any

from arena.games.registry import GAMES
from arena.kernel.chance import Seeded
from tests.end_to_end.browser import alkemy_played, wandering

NAMES = ("thinking", "greedy · Kazaam", "quicksilver", "counting", "Philosophers stone", "random")


def played(name: str, seats: int, seed: int = 7, **options: Any) -> dict[str, Any]:
    """A document as replay.json gives it."""
    if name == "alkemy":
        document = alkemy_played.played(seed, **options).replay
    elif name == "alakazoo":
        document = wandering.wandered(seats, options, seed).document
    else:
        document = _wandered(name, seats, seed, options)
    return {"times": [], "accounts": [], **document, "names": list(NAMES[:seats])}


def _wandered(name: str, seats: int, seed: int, options: dict[str, Any]) -> dict[str, Any]:
    game, chance = GAMES[name], Random(seed)
    settled = game.settle(seats, options)
    start = game.new(seats, settled, Seeded(bytes([seed]) * 32))
    state, told, plies = start.state, [(0, event) for event in start.events], 0
    while state.to_act:
        seat = chance.choice(state.to_act)
        action = chance.choice(list(state.legal(seat)))
        plies += 1
        told += [(plies, event) for event in state.apply(seat, action)]
    events = [
        {
            "ply": ply,
            "to": None if event.to is None else list(event.to),
            "event": game.facts.document(event.fact),
        }
        for ply, event in told
    ]
    header = {"game": name, "options": settled, "seats": [{"bot": f"ada/{one}"} for one in range(seats)]}
    return {"header": header, "events": events, "actions": [], "result": state.view(None)["result"]}
