"""The scenarios of a game's rules, as `athanor scenario` runs them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from arena.contract.kit import Kit
from arena.kernel.chance import Scripted
from arena.scenario import read, run
from arena.scenario.shape import Act, Loaded, New
from athanorpb import codec
from athanorpb.v1 import game_pb2


def test_there_are_scenarios(kit: Kit) -> None:
    assert len(list(kit.scenario_folder.glob("*.json"))) >= kit.scenarios


def test_a_scenario_holds(kit: Kit, scenario_file: Path) -> None:
    scenario = read(json.loads(scenario_file.read_text(encoding="utf-8")))
    assert scenario.game == kit.name
    difference = run(scenario)
    assert difference is None, str(difference)


def test_every_document_of_a_scenario_fits_its_message_and_comes_back_the_same(
    kit: Kit, scenario_file: Path
) -> None:
    scenario = read(json.loads(scenario_file.read_text(encoding="utf-8")))
    game = kit.game
    chance = Scripted(scenario.chance, scenario.seed)

    def check(document: Any, kind: Any) -> None:
        message = codec.message_of(document, kind, game.name)
        assert codec.document_of(kind.FromString(message.SerializeToString())) == document

    match scenario.begin:
        case Loaded(document):
            check(document, game_pb2.State)
            state = game.load(document, chance)
            assert state.dump() == document, "loading a state and saving it gives the same document"
        case New(seats):
            state = game.new(seats, scenario.options, chance).state
    for step in scenario.steps:
        if isinstance(step, Act) and step.refused is None:
            action = game.read(state, step.seat, step.document)
            message = codec.message_of(step.document, game_pb2.Action, game.name)
            assert game.action(codec.document_of(message)) == action, "what is left out reads as null"
            check(game.actions.document(action), game_pb2.Action)
            for event in state.apply(step.seat, action):
                check(game.facts.document(event.fact), game_pb2.Event)
        check(state.dump(), game_pb2.State)
        for viewer in (None, *range(state.seats)):
            check(state.view(viewer), game_pb2.View)
