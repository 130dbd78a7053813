"""Messages as JSON text: the same documents as the codec's, over every state of every scenario there is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from athanorpb.codec import document_of, message_of
from athanorpb.fast.json_text import text_of
from athanorpb.v1 import bot_pb2, game_pb2, poison_pb2, result_pb2
from tests.sandbox.playing import ask, event, over, refused, welcome

SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios").glob("*/*.json"))
KINDS: dict[str, Any] = {"state": game_pb2.State, "view": game_pb2.View, "act": game_pb2.Action}


def documents(value: Any) -> Iterator[tuple[str, Any]]:
    """Every document of a scenario that is a message of a kind, wherever it lies."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in KINDS and isinstance(inner, dict):
                yield key, inner
            yield from documents(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from documents(inner)


def read(kind: str, document: Any, game: str) -> Any:
    """The message, or None of a document that a scenario has for being wrong."""
    try:
        return message_of(document, KINDS[kind], game)
    except ValueError:
        return None


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_text_reads_as_the_codecs_document(path: Path) -> None:
    scenario = json.loads(path.read_text())
    for kind, document in documents(scenario):
        message = read(kind, document, path.parent.name)
        if message is not None:
            assert json.loads(text_of(message)) == document_of(message)


def test_the_scenarios_hold_documents_of_each_kind() -> None:
    found = {kind for path in SCENARIOS for kind, _ in documents(json.loads(path.read_text()))}
    assert {"state", "act"} <= found


@pytest.mark.parametrize(
    "message", [welcome(), ask(), event(), refused(), over()], ids=lambda m: m.WhichOneof("kind")
)
def test_what_the_referee_says_reads_as_the_codecs_document(message: bot_pb2.ToBot) -> None:
    assert json.loads(text_of(message)) == document_of(message)


@pytest.mark.parametrize(
    "message",
    [
        bot_pb2.ToBot(),
        bot_pb2.Ask(),
        bot_pb2.Over(),
        bot_pb2.FromBot(note=bot_pb2.Note(text='"\\ \u202e \U0001f600 \0 {x}\n')),
        game_pb2.View(),
        game_pb2.Action(),
        game_pb2.State(poison=poison_pb2.State(drawn={"a": 1, '"': -2})),
        game_pb2.View(
            poison=poison_pb2.View(
                players=[poison_pb2.View.Player(hand=poison_pb2.Cards(cards=["red-1"])), poison_pb2.View.Player()]
            )
        ),
        result_pb2.Result(scores=[-1, 0], ranks=[]),
        bot_pb2.Legal(finite=True),
    ],
    ids=str,
)
def test_odd_messages_read_as_the_codecs_document(message: Any) -> None:
    assert json.loads(text_of(message)) == document_of(message)
