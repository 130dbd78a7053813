"""Sections 4 to 6: a turn, the colours, the overflow."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.poison.actions import Play
from arena.kernel.chance import Seeded
from arena.kernel.game import Refused
from tests.arena.games.poison.table import (
    GAME,
    SEED,
    cards,
    document,
    new,
    play,
    position,
    refusal,
    taken_by,
)

FULL_RED = ["red-7", "red-4", "red-2"]


def test_turns_go_round_in_turn_order() -> None:
    """PO-18."""
    state = new(3)
    order = []
    for _ in range(7):
        order.append(state.to_act[0])
        state.apply(state.to_act[0], next(iter(state.legal(state.to_act[0]))))
    assert order == [0, 1, 2, 0, 1, 2, 0]


def test_a_turn_plays_one_card_of_the_hand_into_a_cauldron() -> None:
    """PO-19."""
    state = position(["red-1"], hand=["red-2", "red-2"])
    events = play(state, "red-2", 0)
    assert events == [{"played": {"seat": 1, "card": "red-2", "cauldron": 0, "sum": 3}}]
    assert cards(state, 0) == ["red-1", "red-2"]
    assert state.to_act == (2,)


def test_there_is_no_passing_and_always_a_legal_play() -> None:
    """PO-20: whoever has a card has a play, also when all cauldrons have colours and the hand has one."""
    state = position(["red-7"], ["blue-7"], ["purple-7"], hand=["red-1"])
    passing: Any
    for passing in ({"pass": {}}, {"play": {}}, {}):
        with pytest.raises(Refused):
            state.apply(state.to_act[0], GAME.action(passing))
    while state.round == 0:
        assert len(list(state.legal(state.to_act[0]))) > 0
        state.apply(state.to_act[0], next(iter(state.legal(state.to_act[0]))))


def test_a_seat_without_cards_is_passed_over() -> None:
    """PO-21: a position in which seat 1 has run out before the others."""
    start = document(["red-1"], ["blue-1"], ["purple-1"], seats=4)
    cards_in_hands = [card for player in start["players"] for card in player["hand"]]
    hands = [["red-2"], [], ["red-4"], ["red-5"]]
    left = list(cards_in_hands)
    for hand in hands:
        for card in hand:
            left.remove(card)
    for player, hand in zip(start["players"], hands, strict=True):
        player["hand"] = hand
    start["players"][0]["taken"] = left
    start["ply"] = 47
    start["to_act"] = [(3 + 1 + 47) % 4]
    state = GAME.load(start, Seeded(SEED))
    assert state.to_act == (3,)
    order = []
    for card in ("red-5", "red-2", "red-4"):
        order.append(state.to_act[0])
        assert state.refusal(1, Play(card, 0)) == "not-your-turn"
        reloaded = GAME.load(state.dump(), Seeded(SEED))
        assert reloaded.to_act == state.to_act
        play(state, card, 0)
    assert order == [3, 0, 2]
    assert state.round == 1


def test_the_first_potion_gives_a_cauldron_its_colour() -> None:
    """PO-22."""
    state = position(["poison"], hand=["blue-2"])
    assert state.view(None)["cauldrons"][0]["colour"] == "none"
    play(state, "blue-2", 0)
    assert state.view(None)["cauldrons"][0]["colour"] == "blue"


def test_a_coloured_cauldron_takes_its_own_colour_only() -> None:
    """PO-23."""
    state = position(["red-1"], hand=["red-2", "blue-2"])
    assert refusal(state, "red-2", 0) is None
    assert refusal(state, "blue-2", 0) == "wrong-colour"


def test_a_colour_is_never_in_two_cauldrons() -> None:
    """PO-24: neither in an empty one nor in one of poison."""
    state = position(["red-1"], ["poison"], hand=["red-2"])
    assert refusal(state, "red-2", 1) == "colour-elsewhere"
    assert refusal(state, "red-2", 2) == "colour-elsewhere"


def test_poison_goes_into_any_cauldron() -> None:
    """PO-25."""
    state = position(["red-1"], ["poison"], hand=["poison"])
    assert [refusal(state, "poison", cauldron) for cauldron in range(3)] == [None, None, None]


def test_any_potion_may_be_first_among_poison() -> None:
    """PO-26: if its colour is nowhere else."""
    state = position(["poison"], ["blue-1"], hand=["red-2", "blue-2"])
    assert refusal(state, "red-2", 0) is None
    assert refusal(state, "blue-2", 0) == "colour-elsewhere"


def test_a_cauldron_of_which_only_poison_is_left_has_no_colour() -> None:
    """PO-27: the old colour may begin again, here or elsewhere."""
    state = position(FULL_RED, ["poison"], hand=["poison"], others={1: ["red-1", "blue-1"]})
    play(state, "poison", 0)
    view = state.view(None)
    assert [cauldron["colour"] for cauldron in view["cauldrons"]] == ["none", "none", "none"]
    assert [refusal(state, "red-1", cauldron) for cauldron in range(3)] == [None, None, None]
    assert [refusal(state, "blue-1", cauldron) for cauldron in range(3)] == [None, None, None]


def test_the_sum_counts_potion_and_poison() -> None:
    """PO-28."""
    state = position(["red-7", "poison"], hand=["red-1"])
    assert state.view(None)["cauldrons"][0]["sum"] == 11
    assert play(state, "red-1", 0)[0]["played"]["sum"] == 12


def test_above_13_the_player_takes_all_but_the_card_played() -> None:
    """PO-29, PO-31."""
    state = position(FULL_RED, hand=["red-1"])
    events = play(state, "red-1", 0)
    assert events == [
        {"played": {"seat": 3, "card": "red-1", "cauldron": 0, "sum": 14}},
        {"overflowed": {"seat": 3, "cauldron": 0, "cards": FULL_RED}},
    ]
    assert cards(state, 0) == ["red-1"]
    assert taken_by(state, 3) == sorted(FULL_RED)
    assert state.view(None)["cauldrons"][0] == {"cards": ["red-1"], "colour": "red", "sum": 1}


def test_exactly_13_is_no_overflow() -> None:
    """PO-30."""
    state = position(["red-7", "red-4"], hand=["red-2"])
    assert len(play(state, "red-2", 0)) == 1
    assert cards(state, 0) == FULL_RED


def test_an_overflow_does_not_make_a_wrong_colour_legal() -> None:
    """PO-32."""
    state = position(FULL_RED, hand=["blue-7"])
    assert refusal(state, "blue-7", 0) == "wrong-colour"


def test_taken_cards_are_shown_by_the_events_to_all() -> None:
    """PO-33, PO-57: what happens on the table is public; whether a view repeats it is an option."""
    state = position(FULL_RED, hand=["red-1"], options={"taken": "hidden"})
    for event in state.apply(3, Play("red-1", 0)):
        assert event.to is None
    assert all("taken" not in player for player in state.view(3)["players"])
