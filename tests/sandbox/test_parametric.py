"""A game whose actions are too many to list: suggestions, templates and answers, as a bot gets and gives them."""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any

import pytest

from athanorpb.codec import document_of, message_of
from athanorpb.v1 import bot_pb2, game_pb2
from sandbox.runtimes import library

sys.path += map(str, library.OURS.values())
lines = importlib.import_module("athanor_adapter.lines")
asking = importlib.import_module("athanor_bot.asking")

WALK = {"figure": 0, "path": [{"x": 1200, "y": 900}], "jump": False, "leap": None, "free": False}
SUGGESTED: list[dict[str, Any]] = [{"act": {"orders": [{"walk": WALK}]}}, {"end": {}}]
TEMPLATES = [
    {"order": "walk", "figure": 0, "cost": 1, "allowance": 400},
    {"order": "charge", "figure": 0, "cost": 1, "allowance": 600, "targets": []},
]


def ask() -> Any:
    legal = {"actions": SUGGESTED, "finite": False, "templates": TEMPLATES}
    return message_of({"number": 4, "question": "orders", "legal": legal}, bot_pb2.Ask, "alkemy")


def test_a_program_reads_the_suggestions_and_the_templates_beside_them() -> None:
    told = json.loads(lines.lines_of(bot_pb2.ToBot(ask=ask())))
    assert told["ask"]["legal"] == {"actions": SUGGESTED, "finite": False, "templates": TEMPLATES}


def test_a_bot_in_python_has_them_as_documents() -> None:
    legal = asking.Legal(ask().legal)
    assert (list(legal), legal.finite, legal.templates) == (SUGGESTED, False, TEMPLATES)


def test_a_list_of_all_actions_has_no_templates() -> None:
    legal = bot_pb2.Legal(finite=True)
    assert asking.Legal(legal).templates == []
    assert "templates" not in document_of(legal)


@pytest.mark.parametrize(
    "said",
    [
        {"default": {}},
        {"act": {"orders": [{"walk": {"figure": 0, "path": [{"x": 1001, "y": 77}]}}, {"stand": {"figure": 3}}]}},
        {"react": {"move": {"path": [{"x": 0, "y": 0}], "leap": 0}}},
        {"cover": {"figure": 0}},
        {"enhance": {"take": []}},
    ],
)
def test_an_answer_that_was_not_suggested_is_sent_on_as_it_is(said: dict[str, Any]) -> None:
    message = lines.message_of_line(json.dumps(said).encode(), 4, "alkemy")
    assert message.answer.action == message_of(said, game_pb2.Action, "alkemy")


def test_an_order_that_there_is_not_is_left_for_the_referee_to_refuse() -> None:
    said = {"act": {"orders": [{"fly": {"figure": 0}}]}}
    message = lines.message_of_line(json.dumps(said).encode(), 4, "alkemy")
    assert message.answer.action.WhichOneof("game") is None
