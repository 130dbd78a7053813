"""The bytes that the referee joins from pieces are those that protobuf writes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from arena.games.registry import GAMES
from arena.referee.asking import Happening, Over
from arena.referee.conduct import Answer, Refusal
from arena.referee.match import Match
from arena.referee.wire import wire_of
from athanorpb.codec import document_of, message_of
from athanorpb.farm.values import Clock
from athanorpb.v1 import bot_pb2, game_pb2

SEED = bytes(32)


def begun(name: str, seats: int) -> Match:
    match = Match(GAMES[name], seats=seats, options={}, seed=SEED, clock=Clock())
    for seat in range(seats):
        match.ready(seat, 0.0)
    return match


@pytest.mark.parametrize("name", GAMES)
def test_every_question_and_event_of_a_match_is_what_protobuf_would_write(name: str) -> None:
    game, dice = GAMES[name], random.Random(7)
    match, wire = begun(name, max(game.seats)), wire_of(game)
    while asks := match.asks(0.0):
        for ask in asks:
            legal = {"actions": list(ask.legal), "finite": ask.finite, "templates": list(ask.legal.templates)}
            assert not (legal["finite"] and legal["templates"]), "what is listed needs no template"
            document = {
                "number": ask.number,
                "seat": ask.seat,
                "question": ask.question,
                "view": ask.view,
                "legal": legal,
                "clock": ask.clock,
            }
            question = bot_pb2.ToBot(ask=message_of(document, bot_pb2.Ask, name))
            assert wire.ask(ask) == question.SerializeToString(deterministic=True)
            happened = bot_pb2.ToBot(event=message_of({"events": ask.events}, bot_pb2.Happened, name))
            assert wire.happened(ask.happenings) == happened.SerializeToString(deterministic=True)
            match.answer(ask.seat, Answer(ask.number, dice.randrange(len(ask.actions))), 0.0)


@pytest.mark.parametrize("name", GAMES)
def test_facts_of_two_kinds_with_the_same_values_are_told_apart(name: str) -> None:
    game = GAMES[name]
    kinds = [word for word, kind in game.facts.kinds.items() if issubclass(kind, tuple)]
    told = wire_of(game).happened([Happening(0, None, game.facts.parse({kind: {}})) for kind in kinds])
    events = bot_pb2.ToBot.FromString(told).event.events
    assert [getattr(event, name).WhichOneof("kind") for event in events] == kinds


@pytest.mark.parametrize("name", GAMES)
def test_actions_of_two_kinds_are_never_equal(name: str) -> None:
    """What is kept ready of an action is found by the action itself."""
    assert sum(issubclass(kind, tuple) for kind in GAMES[name].actions.kinds.values()) <= 1


AT = {"x": 600, "y": 700}
ALIKE: tuple[dict[str, Any], ...] = (
    *({"act": {"orders": [{kind: {"figure": 1, "path": [AT]}}]}} for kind in ("walk", "run")),
    *({"act": {"orders": [{kind: {"figure": 1, "target": 2}}]}} for kind in ("shoot", "fight")),
    *({"act": {"orders": [{kind: {"figure": 1}}]}} for kind in ("concentrate", "stand")),
    {"act": {"orders": [{"control": {"figure": 1, "marker": 2}}]}},
    {"act": {"orders": [{"harvest": {"figure": 1, "token": 2}}]}},
    {"react": {"engage": {"target": 1, "to": AT}}},
    {"react": {"move": {"path": [AT]}}},
    {"react": {"none": {}}},
    *({"cover": {kind: 1}} for kind in ("piece", "figure")),
    *({"cover": {kind: True}} for kind in ("melee", "stealth", "none")),
    {"initiative": {"figure": 1}},
    {"tester": {"figure": 1}},
    {"reactivate": {"figure": 1}},
    {"activate": {"card": 1}},
    {"first": {"seat": 1}},
    *({kind: {"use": True}} for kind in ("feint", "reroll")),
    {"keep": {"dice": [0, 1]}},
    {"strikes": {"figures": [0, 1]}},
    *({kind: {}} for kind in ("pass", "end", "default")),
)
"""Answers of Alkemy that hold the same values, and differ in their kinds, or in those of what is in them."""


def test_what_alkemy_nests_in_an_answer_is_told_apart_by_its_kind() -> None:
    game = GAMES["alkemy"]
    wire, ask = wire_of(game), begun("alkemy", 2).asks(0.0)[0]
    actions = tuple(map(game.action, ALIKE))
    assert len(set(actions)) == len(ALIKE)
    ask._actions = actions
    listed = [document_of(action) for action in bot_pb2.ToBot.FromString(wire.ask(ask)).ask.legal.actions]
    assert listed == [document_of(message_of(document, game_pb2.Action, "alkemy")) for document in ALIKE]
    said = [wire.said(message_of(document, game_pb2.Action, "alkemy")) for document in ALIKE]
    assert [game.actions.document(action) for action in said] == [*map(game.actions.document, actions)]


def test_what_alkemy_nests_in_a_fact_is_told_apart_by_its_kind() -> None:
    game = GAMES["alkemy"]
    facts = [
        *({"orders": {"seat": 0, "orders": one["act"]["orders"]}} for one in ALIKE if "act" in one),
        *({"react": {"figure": 1, "reaction": one["react"]}} for one in ALIKE if "react" in one),
        *(
            {"cover_roll": {"figure": 1, "use": one["cover"], "dice": [], "need": 8, "saved": True}}
            for one in ALIKE
            if "cover" in one
        ),
    ]
    parsed = [game.facts.parse(fact) for fact in facts]
    told = wire_of(game).happened([Happening(0, None, fact) for fact in parsed])
    events = [document_of(event) for event in bot_pb2.ToBot.FromString(told).event.events]
    assert events == [
        document_of(message_of(game.facts.document(fact), game_pb2.Event, "alkemy")) for fact in parsed
    ]
    assert len({*map(str, events)}) == len(facts)


@pytest.mark.parametrize("name", GAMES)
def test_an_action_comes_back_as_the_action_that_was_listed(name: str) -> None:
    match, wire = begun(name, min(GAMES[name].seats)), wire_of(GAMES[name])
    ask = match.asks(0.0)[0]
    wire.ask(ask)
    for action, document in zip(ask.actions, ask.legal, strict=True):
        assert wire.said(message_of(document, game_pb2.Action, name)) == action


def test_an_action_that_was_not_listed_is_read_all_the_same() -> None:
    wire = wire_of(GAMES["poison"])
    said = wire.said(message_of({"play": {"card": "green-9", "cauldron": 7}}, game_pb2.Action, "poison"))
    assert said == GAMES["poison"].action({"play": {"card": "green-9", "cauldron": 7}})


def test_an_action_without_content_is_left_for_the_match_to_refuse() -> None:
    assert wire_of(GAMES["poison"]).said(game_pb2.Action()) == {}


def test_the_welcome_says_everything_but_the_seed() -> None:
    match = begun("poison", 4)
    message = bot_pb2.ToBot.FromString(wire_of(match.game).welcome(match.welcomes[2]))
    document = document_of(message.welcome)
    assert document == {
        "protocol": 1,
        "game": "poison",
        "options": {"variant": "deal-all", "taken": "open"},
        "seats": 4,
        "seat": 2,
        "clock": {"startup": 10_000, "bank": 30_000, "increment": 100, "move_cap": 10_000, "match_cap": 900_000},
        "entropy": match.welcomes[2].entropy,
    }


def test_a_refusal_and_the_end_come_as_they_are_said() -> None:
    wire = wire_of(GAMES["poison"])
    refused = bot_pb2.ToBot.FromString(wire.refused(Refusal(3, "wrong-colour", "No.", 0)))
    assert document_of(refused.refused) == {
        "number": 3,
        "code": "wrong-colour",
        "reason": "No.",
        "strikes_left": 0,
    }
    result = {"scores": [1, 2], "ranks": [1, 2], "reason": "done"}
    over = bot_pb2.ToBot.FromString(wire.over(Over(result, "dead", (), ())))
    assert document_of(over.over) == {"result": result, "out": "dead"}
