"""Documents of every kind, from every scenario there is and from played matches."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from google.protobuf.message import Message

from arena.games.registry import GAMES, game_named
from arena.kernel.chance import Seeded
from athanorpb.v1 import game_pb2

SCENARIOS = sorted(Path(__file__).resolve().parents[1].glob("scenarios/*/*.json"))

Kind = type[Message]


def of_scenario(path: Path) -> Iterator[tuple[Kind, Any]]:
    """The documents that the scenario itself writes: they may leave out what is protobuf's default."""
    scenario = json.loads(path.read_text())
    if "state" in scenario:
        yield game_pb2.State, scenario["state"]
    yield game_pb2.Options, scenario.get("options", {})
    for step in scenario.get("steps", []):
        if "act" in step and step.get("refused") != "malformed":
            yield game_pb2.Action, step["act"]
        for action in (*step.get("contains", []), *step.get("excludes", [])):
            yield game_pb2.Action, action


def of_positions(path: Path) -> Iterator[tuple[Kind, Any]]:
    """Everything that the engine says of the positions that the scenario goes through."""
    scenario = json.loads(path.read_text())
    game = game_named(scenario["game"])
    chance = Seeded(bytes.fromhex(scenario.get("seed", "00" * 32)))
    if "state" in scenario:
        state = game.load(scenario["state"], Seeded(chance.seed, scenario["state"].get("drawn") or {}))
    else:
        start = game.new(scenario["seats"], scenario.get("options", {}), chance)
        state = start.state
        yield from ((game_pb2.Event, game.facts.document(event.fact)) for event in start.events)
    dice = random.Random(path.name)
    for _ in range(12):
        yield game_pb2.State, state.dump()
        yield from ((game_pb2.View, state.view(viewer)) for viewer in (None, *range(state.seats)))
        if not state.to_act:
            return
        seat = state.to_act[0]
        actions = list(state.legal(seat))
        yield from ((game_pb2.Action, game.actions.document(action)) for action in actions)
        events = state.apply(seat, dice.choice(actions))
        yield from ((game_pb2.Event, game.facts.document(event.fact)) for event in events)


def of_matches() -> Iterator[tuple[str, Kind, Any]]:
    """What whole random matches say: their last events and results too."""
    for game in GAMES.values():
        for number, seats in enumerate(game.seats):
            start = game.new(seats, game.settle(seats, {}), Seeded(bytes([number]) * 32))
            state, events, dice = start.state, start.events, random.Random(number)
            while True:
                yield from ((game.name, game_pb2.Event, game.facts.document(event.fact)) for event in events)
                if not state.to_act:
                    break
                seat = state.to_act[0]
                events = state.apply(seat, dice.choice(list(state.legal(seat))))
            yield game.name, game_pb2.State, state.dump()
            yield from ((game.name, game_pb2.View, state.view(viewer)) for viewer in (None, *range(seats)))


def plain(document: Any) -> Any:
    """As JSON has it: lists for tuples."""
    return json.loads(json.dumps(document))
