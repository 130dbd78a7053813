"""Section 9: the variant with a draw pile."""

from __future__ import annotations

import pytest

from arena.games.poison.actions import Play
from arena.kernel.chance import Extreme
from arena.kernel.game import Refused
from tests.arena.games.poison.table import GAME, new, play, position

VARIANT = {"variant": "draw-five"}


def test_five_cards_are_dealt_one_at_a_time_and_the_rest_is_the_pile() -> None:
    """PO-48: the first card of the list is the top."""
    document = new(4, Extreme(highest=True), **VARIANT).dump()
    assert document["players"][0]["hand"] == ["red-1", "red-2", "red-5", "red-7", "blue-1"]
    assert document["players"][3]["hand"] == ["red-2", "red-4", "red-7", "blue-1", "blue-2"]
    assert document["pile"][:3] == ["blue-4", "blue-4", "blue-5"]
    assert len(document["pile"]) == 30


def test_who_has_played_draws_the_top_card() -> None:
    """PO-49, PO-58: all see that it drew, it alone sees what."""
    state = new(4, Extreme(highest=True), **VARIANT)
    events = state.apply(0, Play("red-1", 0))
    assert [GAME.facts.document(event.fact) for event in events[1:]] == [
        {"drew": {"seat": 0, "pile": 29}},
        {"got": {"seat": 0, "card": "blue-4", "to": [0]}},
    ]
    assert [event.to for event in events] == [None, None, (0,)]
    assert state.dump()["players"][0]["hand"] == ["red-2", "red-5", "red-7", "blue-1", "blue-4"]
    assert state.dump()["pile"][:2] == ["blue-4", "blue-5"]


def test_the_draw_comes_after_the_overflow_and_before_the_next_turn() -> None:
    """PO-50."""
    state = position(["red-7", "red-4", "red-2"], hand=["red-1"], options=VARIANT)
    events = play(state, "red-1", 0)
    assert [next(iter(event)) for event in events] == ["played", "overflowed", "drew", "got"]


def test_with_an_empty_pile_nothing_is_drawn_and_the_hands_shrink() -> None:
    """PO-50, PO-51: the round goes on until all cards have been played."""
    state = new(4, **VARIANT)
    while state.pile:
        state.apply(state.to_act[0], state.autopilot(state.to_act[0]))
    sizes = []
    while state.round == 0:
        events = state.apply(state.to_act[0], state.autopilot(state.to_act[0]))
        assert not any("drew" in GAME.facts.document(event.fact) for event in events)
        sizes.append(sum(len(player["hand"]) for player in state.dump()["players"]))
    assert sizes == [*range(19, 0, -1), 20]
    assert state.ply == 50


def test_no_hand_is_set_aside_with_two_or_three_seats_either() -> None:
    """PO-52."""
    for seats in (2, 3):
        document = new(seats, **VARIANT).dump()
        assert document["aside"] == []
        assert len(document["pile"]) == 50 - 5 * seats


def test_a_drawn_card_cannot_be_played_in_the_same_turn() -> None:
    """Edge case 15."""
    state = new(4, Extreme(highest=True), **VARIANT)
    state.apply(0, Play("red-1", 0))
    with pytest.raises(Refused, match="not-your-turn"):
        state.apply(0, Play("blue-4", 1))
