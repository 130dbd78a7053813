"""The bytes that the referee joins from pieces are those that protobuf writes."""

from __future__ import annotations

import random

import pytest

from arena.games.registry import GAMES
from arena.orders.documents import Clock
from arena.referee.asking import Over
from arena.referee.conduct import Answer, Refusal
from arena.referee.match import Match
from arena.referee.wire import wire_of
from athanorpb.codec import document_of, message_of
from athanorpb.v1 import bot_pb2, game_pb2

SEED = bytes(32)


def begun(name: str, seats: int) -> Match:
    match = Match(GAMES[name], seats=seats, options={}, seed=SEED, clock=Clock())
    for seat in range(seats):
        match.ready(seat, 0.0)
    return match


@pytest.mark.parametrize("name", GAMES)
def test_every_question_and_event_of_a_match_is_what_protobuf_would_write(name: str):
    game, dice = GAMES[name], random.Random(7)
    match, wire = begun(name, max(game.seats)), wire_of(game)
    while asks := match.asks(0.0):
        for ask in asks:
            document = {
                "number": ask.number,
                "seat": ask.seat,
                "question": ask.question,
                "view": ask.view,
                "legal": {"actions": list(ask.legal), "finite": ask.finite},
                "clock": ask.clock,
            }
            question = bot_pb2.ToBot(ask=message_of(document, bot_pb2.Ask, name))
            assert wire.ask(ask) == question.SerializeToString(deterministic=True)
            happened = bot_pb2.ToBot(event=message_of({"events": ask.events}, bot_pb2.Happened, name))
            assert wire.happened(ask.happenings) == happened.SerializeToString(deterministic=True)
            match.answer(ask.seat, Answer(ask.number, dice.randrange(len(ask.actions))), 0.0)


@pytest.mark.parametrize("name", GAMES)
def test_an_action_comes_back_as_the_action_that_was_listed(name: str):
    match, wire = begun(name, min(GAMES[name].seats)), wire_of(GAMES[name])
    ask = match.asks(0.0)[0]
    wire.ask(ask)
    for action, document in zip(ask.actions, ask.legal, strict=True):
        assert wire.said(message_of(document, game_pb2.Action, name)) == action


def test_an_action_that_was_not_listed_is_read_all_the_same():
    wire = wire_of(GAMES["poison"])
    said = wire.said(message_of({"play": {"card": "green-9", "cauldron": 7}}, game_pb2.Action, "poison"))
    assert said == GAMES["poison"].action({"play": {"card": "green-9", "cauldron": 7}})


def test_an_action_without_content_is_left_for_the_match_to_refuse():
    assert wire_of(GAMES["poison"]).said(game_pb2.Action()) == {}


def test_the_welcome_says_everything_but_the_seed():
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


def test_a_refusal_and_the_end_come_as_they_are_said():
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
