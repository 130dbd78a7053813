"""The codec: documents and messages stand for each other, and what fits no message is told where."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st

from athanorpb.codec import BadDocument, document_of, message_of, trusted_message_of, unordered_paths
from athanorpb.fast.encoder import encoder_of
from athanorpb.v1 import alkemy_pb2, bot_pb2, game_pb2, kazaam_pb2, poison_pb2, result_pb2
from tests.proto.every_kind import SCENARIOS, of_matches, of_positions, of_scenario, plain


def ids(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def game_of(path: Path) -> str:
    name: str = json.loads(path.read_text())["game"]
    return name


# --- round trips


@pytest.mark.parametrize("path", SCENARIOS, ids=ids)
def test_every_document_of_a_scenario_goes_to_a_message_and_back(path: Path) -> None:
    game = game_of(path)
    for kind, document in of_scenario(path):
        message = message_of(document, kind, game)
        again = document_of(message)
        # What the scenario left out is written out: nothing is lost, and nothing more changes.
        assert message_of(again, kind, game) == message
        assert document_of(message_of(again, kind, game)) == again
        assert_holds(again, document)


def assert_holds(whole: Any, part: Any) -> None:
    if isinstance(part, dict):
        for key, value in part.items():
            assert_holds(whole[key], value)
    elif isinstance(part, list):
        assert len(whole) == len(part)
        for one, other in zip(whole, part, strict=True):
            assert_holds(one, other)
    else:
        assert whole == part


@pytest.mark.slow
@pytest.mark.parametrize("path", SCENARIOS, ids=ids)
def test_every_document_of_the_engine_survives_the_wire(path: Path) -> None:
    game = game_of(path)
    for kind, document in of_positions(path):
        assert_survives(kind, document, game)


@pytest.mark.slow
def test_every_document_of_whole_matches_survives_the_wire() -> None:
    seen = set()
    for game, kind, document in of_matches():
        assert_survives(kind, document, game)
        if kind is game_pb2.Event:
            seen.update(document)
    assert {"dealt", "hand", "played", "overflowed", "scored", "ended"} <= seen


def assert_survives(kind: type[Message], document: Any, game: str) -> None:
    message = message_of(plain(document), kind, game)
    assert trusted_message_of(document, kind, game) == message
    assert document_of(kind.FromString(message.SerializeToString())) == plain(document)
    if kind is not game_pb2.State:
        assert encoder_of(kind, game)(document) == message.SerializeToString(deterministic=True)


# --- the rules of the docstring, one by one


def test_every_field_of_its_kind_is_written() -> None:
    document = document_of(poison_pb2.View.Player())
    assert document == {"hand_count": 0, "taken_count": 0, "scores": [], "total": 0}


def test_an_unset_message_is_null() -> None:
    assert document_of(poison_pb2.State())["result"] is None
    assert document_of(poison_pb2.State())["options"] is None


def test_a_field_marked_missing_is_left_out_while_it_is_unset() -> None:
    assert "hand" not in document_of(poison_pb2.View.Player())
    shown = poison_pb2.View.Player(hand=poison_pb2.Cards())
    assert document_of(shown)["hand"] == []


def test_of_a_union_only_the_member_that_is_set_is_written() -> None:
    assert document_of(bot_pb2.FromBot(ready=bot_pb2.Ready())) == {"ready": {"protocol": 0, "name": ""}}
    assert document_of(bot_pb2.FromBot()) == {}


@pytest.mark.parametrize("document", [{}, {"ready": {}, "note": {}}, {"ready": None}])
def test_a_document_of_a_union_has_exactly_one_key(document: Any) -> None:
    with pytest.raises(BadDocument, match="exactly one of these keys was expected: ready, answer, note"):
        message_of(document, bot_pb2.FromBot)


def test_a_flat_message_has_the_document_of_its_only_field() -> None:
    assert document_of(poison_pb2.Cards(cards=["red-1"])) == ["red-1"]
    assert message_of(["red-1"], poison_pb2.Cards) == poison_pb2.Cards(cards=["red-1"])


def test_of_a_flat_union_of_games_the_caller_names_the_game() -> None:
    document = {"play": {"card": "red-1", "cauldron": 2}}
    message = message_of(document, game_pb2.Action, "poison")
    assert message.poison.play.cauldron == 2
    assert document_of(message) == document
    for game in ("chess", None):
        with pytest.raises(BadDocument, match="no game is called"):
            message_of(document, game_pb2.Action, game)


def test_a_flat_message_that_is_unset_is_null() -> None:
    assert document_of(game_pb2.Action()) is None


def test_left_out_null_and_the_default_are_the_same() -> None:
    whole = {"scores": [], "ranks": [], "reason": ""}
    for document in (whole, {}, {"scores": None, "ranks": None, "reason": None}):
        assert message_of(document, result_pb2.Result) == result_pb2.Result()


def test_zero_in_a_union_is_a_value_and_left_out_is_none() -> None:
    assert document_of(bot_pb2.Answer(number=1, index=0)) == {"number": 1, "index": 0}
    assert message_of({"number": 1, "index": 0}, bot_pb2.Answer).WhichOneof("choice") == "index"
    assert message_of({"number": 1}, bot_pb2.Answer).WhichOneof("choice") is None


def test_a_map_is_an_object() -> None:
    message = message_of({"drawn": {"deck": 49}}, poison_pb2.State)
    assert document_of(message)["drawn"] == {"deck": 49}


ERRORS = [
    ({"couldron": 1}, poison_pb2.Action.Play, "", "unknown field 'couldron'; there are: card, cauldron"),
    ({"card": 7}, poison_pb2.Action.Play, "/card", "a string was expected, not 7"),
    ({"cauldron": "1"}, poison_pb2.Action.Play, "/cauldron", "a whole number was expected, not '1'"),
    ({"cauldron": True}, poison_pb2.Action.Play, "/cauldron", "a whole number was expected, not True"),
    ({"cauldron": 1.0}, poison_pb2.Action.Play, "/cauldron", "a whole number was expected, not 1.0"),
    ({"cauldron": 2**31}, poison_pb2.Action.Play, "/cauldron", "2147483648 does not fit 32 bits"),
    ({"finite": 1}, bot_pb2.Legal, "/finite", "true or false was expected, not 1"),
    ([], poison_pb2.Action.Play, "", "an object was expected, not []"),
    ({"play": []}, poison_pb2.Action, "/play", "an object was expected, not []"),
    ({"variant": "deal-some"}, poison_pb2.Options, "/variant", "'deal-some' is none of: deal-all, draw-five"),
    ({"players": {}}, poison_pb2.State, "/players", "a list was expected, not {}"),
    ({"players": [{}, {"hand": [1]}]}, poison_pb2.State, "/players/1/hand/0", "a string was expected, not 1"),
    ({"players": [None]}, poison_pb2.State, "/players/0", "an object was expected, not None"),
    ({"drawn": []}, poison_pb2.State, "/drawn", "an object was expected, not []"),
    ({"drawn": {"deck": "x"}}, poison_pb2.State, "/drawn/deck", "a whole number was expected, not 'x'"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "kind", "pointer", "problem"), ERRORS)
def test_an_error_says_where_and_what(document: Any, kind: type[Message], pointer: str, problem: str) -> None:
    with pytest.raises(BadDocument) as raised:
        message_of(document, kind)
    assert (raised.value.pointer, raised.value.problem) == (pointer, problem)
    assert str(raised.value) == f"at {pointer or 'the top'}: {problem}"


def test_a_long_value_is_cut_in_an_error() -> None:
    with pytest.raises(BadDocument) as raised:
        message_of({"card": ["x" * 1000]}, poison_pb2.Action.Play)
    assert len(str(raised.value)) < 150


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["play", "card", "cauldron", "ask", "view", "hand"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(JSON, st.sampled_from([game_pb2.Action, game_pb2.State, game_pb2.View, bot_pb2.ToBot, bot_pb2.FromBot]))
def test_any_document_is_a_message_or_a_bad_document(document: Any, kind: type[Message]) -> None:
    try:
        message = message_of(document, kind, "poison")
    except BadDocument:
        return
    assert kind.FromString(message.SerializeToString()) == message


def test_lists_without_order_are_known_by_their_paths() -> None:
    assert unordered_paths(poison_pb2.State.DESCRIPTOR) == {
        "/players/*/hand", "/players/*/taken", "/aside",
    }  # fmt: skip
    assert unordered_paths(poison_pb2.View.DESCRIPTOR) == {"/players/*/hand", "/players/*/taken"}


def test_a_parameter_that_is_left_out_is_null_and_not_zero() -> None:
    for document, card in (({"activate": {}}, None), ({"activate": {"card": 0}}, 0)):
        message = message_of(document, alkemy_pb2.Action)
        assert document_of(message) == {"activate": {"card": card}}


def test_a_kind_of_question_stands_beside_who_must_answer() -> None:
    document = {"seats": [0, 1], "initiative": {}}
    message = message_of(document, alkemy_pb2.Question)
    assert document_of(message) == document
    assert encoder_of(alkemy_pb2.Question)(document) == message.SerializeToString()


def test_a_list_that_does_not_apply_is_left_out_of_a_template_and_an_empty_one_is_not() -> None:
    document = {"order": "charge", "figure": 0, "cost": 1, "allowance": 600, "targets": []}
    message = message_of(document, game_pb2.Template, "alkemy")
    assert document_of(message) == document
    assert encoder_of(game_pb2.Template, "alkemy")(document) == message.SerializeToString()


# --- the encoder


def test_a_map_is_sent_in_the_order_of_its_keys() -> None:
    counts = {"sulphur": 2, "mercury": 0}
    board = {"tail": {"tile": "fire-tail", "face": "down"}, "head": {"tile": "fire-head", "face": "up"}}
    for ingredients, placed in ((counts, board), ({}, {})):
        player = {"alchemist": "severus", "hand_count": 1, "ingredients": ingredients, "board": placed}
        message = trusted_message_of(player, kazaam_pb2.View.Player)
        written = encoder_of(kazaam_pb2.View.Player)(player)
        assert written == message.SerializeToString(deterministic=True)


def test_an_optional_zero_is_sent_and_one_that_is_left_out_is_not() -> None:
    for use in ({"part": "left-ear", "target": 0}, {"part": "left-leg"}):
        message = trusted_message_of(use, kazaam_pb2.Action.Use)
        assert encoder_of(kazaam_pb2.Action.Use)(use) == message.SerializeToString(deterministic=True)


@given(st.integers(-(2**31), 2**31 - 1), st.integers(0, 2**31 - 1), st.text(max_size=200))
def test_numbers_and_texts_are_written_as_protobuf_writes_them(number: int, other: int, text: str) -> None:
    text = text.encode(errors="ignore").decode()
    result = {"scores": [number, other], "ranks": [], "reason": text}
    written = result_pb2.Result(scores=[number, other], ranks=[], reason=text)
    assert encoder_of(result_pb2.Result)(result) == written.SerializeToString()
    clock = {"bank": number, "charged": other, "move_cap": 0}
    assert encoder_of(bot_pb2.Clock)(clock) == bot_pb2.Clock(**clock).SerializeToString()


def test_a_value_in_a_union_is_written_even_where_it_is_zero() -> None:
    assert encoder_of(bot_pb2.Answer, "poison")({"number": 3, "index": 0}) == (
        bot_pb2.Answer(number=3, index=0).SerializeToString()
    )


@pytest.mark.parametrize("cover", [{"piece": 0}, {"figure": 2}, {"melee": True}, {"none": False}])
def test_a_union_may_have_bare_values_and_a_zero_is_one(cover: dict[str, Any]) -> None:
    message = message_of(cover, alkemy_pb2.Cover)
    assert document_of(message) == cover
    assert encoder_of(alkemy_pb2.Cover)(cover) == message.SerializeToString()


def test_more_values_than_are_remembered_are_still_written() -> None:
    encode = encoder_of(bot_pb2.Ready)
    for number in range(9_000):
        document = {"protocol": number, "name": ""}
        assert encode(document) == bot_pb2.Ready(protocol=number).SerializeToString()
