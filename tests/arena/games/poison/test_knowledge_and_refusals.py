"""Sections 11 to 13: who knows what, the refusals and their order."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.poison.actions import Play
from arena.kernel.chance import Seeded
from arena.kernel.game import Refused
from tests.arena.games.poison.table import GAME, SEED, last_card, new, position


def test_what_happens_on_the_table_is_public() -> None:
    """PO-55."""
    state = position(["red-7", "red-4"], hand=["red-2"], round_number=1, scores=[[3], [4], [5], [6]])
    view = state.view(None)
    assert view["cauldrons"][0] == {"cards": ["red-7", "red-4"], "colour": "red", "sum": 11}
    assert [player["hand_count"] for player in view["players"]] == [12, 12, 12, 12]
    assert [player["total"] for player in view["players"]] == [3, 4, 5, 6]
    assert (view["dealer"], view["pile_count"], view["aside_count"]) == (0, 0, 0)
    assert (view["round"], view["rounds"], view["seat"]) == (1, 4, -1)


def test_hands_the_pile_and_the_cards_aside_are_hidden() -> None:
    """PO-56."""
    for options in ({}, {"variant": "draw-five"}):
        state = new(3, **options)
        for viewer in (None, 0, 1, 2):
            view = state.view(viewer)
            assert [seat for seat in range(3) if "hand" in view["players"][seat]] == [viewer][: viewer is not None]
            assert not {"pile", "aside", "drawn"} & set(view)


def test_taken_cards_are_in_every_view_in_canonical_order_where_they_are_open() -> None:
    """PO-57."""
    state = position(["red-1"], taken={2: ["poison", "blue-7", "blue-2"]}, hand=["red-2"])
    for viewer in (None, 0, 2):
        assert state.view(viewer)["players"][2]["taken"] == ["blue-2", "blue-7", "poison"]


def test_taken_cards_are_in_no_view_where_they_are_hidden_until_the_game_is_over() -> None:
    """PO-57: the owner's neither; the number is always there."""
    hidden = {"taken": "hidden"}
    state = position(["red-1"], taken={2: ["poison", "blue-7"]}, hand=["red-2"], options=hidden)
    for viewer in (None, 0, 2):
        assert "taken" not in state.view(viewer)["players"][2]
        assert state.view(viewer)["players"][2]["taken_count"] == 2
    over = last_card("red-7", 0, round_number=3, options=hidden)
    assert len(over.view(None)["players"][0]["taken"]) == 46


def test_hands_and_drawn_cards_are_told_to_their_seat_only() -> None:
    """PO-58."""
    start = GAME.new(4, {"variant": "draw-five"}, Seeded(SEED))
    assert [event.to for event in start.events] == [None, (0,), (1,), (2,), (3,)]
    dealt = GAME.facts.document(start.events[0].fact)
    assert dealt == {"dealt": {"round": 0, "dealer": 3, "counts": [5, 5, 5, 5], "pile": 30, "aside": 0}}
    for seat, event in enumerate(start.events[1:]):
        hand = GAME.facts.document(event.fact)["hand"]
        assert hand == {"seat": seat, "cards": start.state.dump()["players"][seat]["hand"], "to": [seat]}


MALFORMED: list[Any] = [
    None,
    3,
    "play",
    [],
    [{"play": {}}],
    {},
    {"pass": {}},
    {"play": {}, "pass": {}},
    {"play": []},
    {"play": {"card": 7}},
    {"play": {"card": "red-7", "cauldron": "0"}},
    {"play": {"card": "red-7", "cauldron": 1.0}},
    {"play": {"card": "red-7", "cauldron": True}},
    {"play": {"card": "red-7", "cauldron": 2**31}},
    {"play": {"card": "red-7", "to": 1}},
    {"play": {"card": "\ud800"}},
]


@pytest.mark.parametrize("document", MALFORMED, ids=repr)
def test_what_is_no_action_is_malformed(document: Any) -> None:
    """PO-59."""
    with pytest.raises(Refused, match="malformed"):
        GAME.action(document)


def test_a_parameter_left_out_has_the_default() -> None:
    """PO-59: empty string and 0."""
    assert GAME.action({"play": {"card": "red-1"}}) == Play("red-1", 0)
    assert GAME.action({"play": {"card": "red-1", "cauldron": None}}) == Play("red-1", 0)
    assert GAME.action({"play": {"cauldron": 2}}) == Play("", 2)
    assert GAME.action({"play": None}) == Play("", 0)


def test_the_checks_are_made_in_the_order_of_the_table() -> None:
    """PO-59: each play breaks the rule it is refused for and every later one that it can."""
    assert list(GAME.refusals) == [
        "malformed",
        "game-over",
        "not-your-turn",
        "unknown-card",
        "no-such-cauldron",
        "not-in-hand",
        "wrong-colour",
        "colour-elsewhere",
    ]
    over = last_card("red-7", 0, round_number=3)
    assert over.refusal(9, Play("green-1", 7)) == "game-over"
    state = position(["red-1"], ["blue-1"], hand=["red-2"], others={3: ["purple-1"] * 3})
    assert state.refusal(3, Play("green-1", 7)) == "not-your-turn"
    assert state.refusal(2, Play("green-1", 7)) == "unknown-card"
    assert state.refusal(2, Play("purple-1", 7)) == "no-such-cauldron"
    assert state.refusal(2, Play("purple-1", 0)) == "not-in-hand"
    assert state.refusal(2, Play("red-2", 1)) == "wrong-colour"
    assert state.refusal(2, Play("red-2", 2)) == "colour-elsewhere"
    assert state.refusal(2, Play("red-2", 0)) is None


def test_all_legal_pairs_are_listed_also_equal_ones() -> None:
    """Section 12: two empty cauldrons are two plays."""
    state = position(["red-1"], hand=["red-2", "blue-1", "poison"])
    legal = set(state.legal(1))
    assert {play for play in legal if play.card == "red-2"} == {Play("red-2", 0)}
    assert {play for play in legal if play.card == "blue-1"} == {Play("blue-1", 1), Play("blue-1", 2)}
    assert {play for play in legal if play.card == "poison"} == {Play("poison", k) for k in range(3)}


def test_every_refusal_says_in_words_what_would_be_right() -> None:
    assert all(meaning.endswith(".") and len(meaning) > 20 for meaning in GAME.refusals.values())


def test_the_one_question_is_play() -> None:
    assert new().question(0) == "play"
