"""What a rule book calls missing is left out of the document, and all else is written."""

from __future__ import annotations

from typing import Any

import pytest

from athanorpb.codec import BadDocument, document_of, message_of, trusted_message_of
from athanorpb.v1 import kazaam_pb2


@pytest.mark.parametrize(
    "document",
    [
        {"use": {"part": "left-leg"}},
        {"use": {"part": "left-ear", "target": 0}},
        {"use": {"part": "torso", "take": {"mercury": 3}}},
        {"use": {"part": "tail", "target": 1, "target_part": "head"}},
        {"draw": {}},
        {"draw": {"discard": "fire-head"}},
    ],
)
def test_an_optional_number_or_word_and_an_empty_map_are_left_out_while_unset(document: dict[str, Any]) -> None:
    for message in (message_of(document, kazaam_pb2.Action), trusted_message_of(document, kazaam_pb2.Action)):
        again = kazaam_pb2.Action.FromString(message.SerializeToString())
        assert document_of(again) == document


def test_a_map_that_is_not_missing_is_written_empty_too() -> None:
    document = {"extracted": {"seat": 0, "tile": "fire-head", "gained": {}}}
    assert document_of(message_of(document, kazaam_pb2.Event)) == document


def test_a_map_of_messages_is_read_into_its_values() -> None:
    board = {"head": {"tile": "fire-head", "face": "up"}, "tail": {"tile": "fire-tail", "face": "down"}}
    player = {"alchemist": "severus", "hand_count": 0, "ingredients": {}, "board": board}
    assert document_of(message_of(player, kazaam_pb2.View.Player)) == player
    with pytest.raises(BadDocument, match="/board/head/face"):
        message_of({"board": {"head": {"face": "sideways"}}}, kazaam_pb2.View.Player)


def test_a_list_that_a_viewer_may_not_know_is_left_out_and_an_empty_one_is_not() -> None:
    hidden = {"alchemist": "severus", "hand_count": 0, "ingredients": {}, "board": {}}
    for player in (hidden, {**hidden, "hand": []}):
        assert document_of(message_of(player, kazaam_pb2.View.Player)) == player
