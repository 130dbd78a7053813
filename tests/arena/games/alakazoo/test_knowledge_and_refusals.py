"""Sections 19 and 20: what is known to whom, and the order of the refusals."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.alakazoo.actions import Action
from arena.games.alakazoo.deeds import DEEDS
from arena.games.alakazoo.facts import FACTS, Fact
from arena.games.alakazoo.legality import REFUSALS
from arena.kernel.chance import Seeded
from arena.kernel.game import Refused
from tests.arena.games.alakazoo.kit import entirely_exchanged
from tests.arena.games.alakazoo.tables import (
    GAME,
    REST,
    act,
    fetch,
    legal,
    new,
    nine,
    player,
    refused,
    roll,
    table,
    trade,
)
from tests.arena.games.alakazoo.wandering import OPTIONS, SEATS, played


def test_AZ_175_what_lies_open_is_in_every_view() -> None:
    state = table(
        player(["griffin-head"], hand=["dragon-tail"], covered=[0], magic=1, dark=1, points=3),
        player(hand=["hydra-head", "hydra-tail"]),
        columns=[["basilisk-torso"]],
        discard=["basilisk-tail"],
    )
    full = state.dump()
    for viewer in (None, 0, 1):
        view = state.view(viewer)
        for key in full.keys() - {"deck", "drawn", "players", "pending"}:
            assert view[key] == full[key]
        assert view["deck_count"] == len(full["deck"])
        for seen, whole in zip(view["players"], full["players"], strict=True):
            for key in ("portal", "positions", "magic", "dark", "abilities", "points"):
                assert seen[key] == whole[key]
            assert seen["hand_count"] == len(whole["hand"])
            assert seen["pack_count"] == 0


def test_AZ_176_hands_packs_picks_and_the_deck_are_hidden() -> None:
    state = new(3)
    act(state, 1, legal(state, 1)[0])
    public = state.view(None)
    assert "deck" not in public
    assert "drawn" not in public
    assert all(not {"hand", "pack", "pick"} & each.keys() for each in public["players"])
    assert [each["pack_count"] for each in public["players"]] == [4, 3, 4]
    own = state.view(1)
    assert own["players"][1]["pick"]
    assert not {"hand", "pack", "pick"} & own["players"][0].keys()


def test_AZ_177_exchanged_cards_are_told_to_the_two_seats_and_no_view_remembers_them() -> None:
    state = table(player(hand=["dragon-head"], magic=1), player(hand=["hydra-head"]), player())
    events = state.apply(0, GAME.action(trade(1, "hydra", "dragon-head")))
    got = [event for event in events if "got" in GAME.facts.document(event.fact)]
    assert [event.to for event in got] == [(0, 1), (0, 1)]
    assert not any("hydra-head" in str(GAME.facts.document(event.fact)) for event in events if event.to is None)
    assert "hydra-head" not in str(state.view(1))
    assert "hydra-head" not in str(state.view(2))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(seats=SEATS, options=OPTIONS, seed=st.integers(0, 2**32), at=st.integers(0, 300), chosen=st.randoms())
def test_invariant_18_a_view_stays_the_same_when_hidden_cards_are_exchanged(
    seats: int, options: dict[str, Any], seed: int, at: int, chosen: Random
) -> None:
    state = played(seats, options, seed, at)
    viewer = chosen.choice([None, *range(seats)])
    other = GAME.load(entirely_exchanged(state.dump(), viewer, chosen), Seeded(bytes(32)))
    assert other.view(viewer) == state.view(viewer)
    if viewer in state.to_act:
        assert list(other.legal(viewer)) == list(state.legal(viewer))
        assert other.autopilot(viewer) == state.autopilot(viewer)


def busy() -> Any:
    return table(
        player(["griffin-head"], hand=["dragon-tail"], magic=1, abilities=["fetch-two"]),
        player(["dragon-head"], hand=["hydra-head"]),
        columns=[["basilisk-torso"]],
    )


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (1, {"roll": {"dice": 1, "speed": 2}}, "malformed"),
        (1, {"roll": {"dice": "two"}}, "malformed"),
        (1, {"fetch": {"card": 7}}, "malformed"),
        (1, {"redraw": {"cards": "dragon-tail"}}, "malformed"),
        (1, {"trim": {"runes": [True]}}, "malformed"),
        (1, {"roll": {"dice": 2**31}}, "malformed"),
        (1, {"jump": {}}, "malformed"),
        (1, {"place": {"cards": ["toad"]}}, "not-your-turn"),
        (0, {"place": {"cards": ["toad"]}}, "wrong-phase"),
        (0, {"swap_column": {"card": "toad"}}, "no-ability"),
        (0, {"study": {}}, "no-ability"),
        (0, {"fetch": {}}, "unknown-card"),
        (0, fetch("dragon-tail", "toad-head"), "unknown-card"),
        (0, fetch("toad-head", "basilisk-torso"), "unknown-card"),
        (0, fetch("yeti-tail", "basilisk-torso"), "unknown-card"),
        (0, {"redraw": {"cards": ["dragon-tail", "tommy-yawn"]}}, "unknown-card"),
        (0, fetch("hydra-tail", "dragon-torso"), "not-in-hand"),
        (0, fetch("dragon-tail", "dragon-torso"), "not-in-columns"),
        (0, trade(5, "toad", "dragon-tail"), "bad-seat"),
        (0, trade(-1, "toad", "dragon-tail"), "bad-seat"),
        (0, trade(1, "toad", "hydra-torso"), "unknown-creature"),
        (0, trade(1, "hydra", "hydra-torso"), "not-in-hand"),
        (0, {"take": {"column": 7}}, "no-such-column"),
        (0, {"take": {"column": 3}}, "empty-column"),
        (0, {"redraw": {}}, "wrong-count"),
    ],
)
def test_AZ_180_the_first_check_that_fails_gives_the_code(seat: int, action: dict[str, Any], code: str) -> None:
    assert refused(busy(), seat, action) == code


def test_AZ_180_without_a_magic_token_that_is_said_before_the_cards_are_looked_at() -> None:
    state = table(player(hand=["dragon-tail"]), player())
    assert refused(state, 0, fetch("toad-head", "toad-tail")) == "no-magic-token"
    solo = table(player(hand=["dragon-tail"]))
    assert refused(solo, 0, trade(0, "toad", "toad-tail")) == "not-in-solo"


def test_AZ_180_when_the_game_is_over_that_is_said_first() -> None:
    state = table(player(), player(), turn=1, round=59)
    act(state, 1, REST)
    assert refused(state, 1, {"place": {"cards": ["toad"]}}) == "game-over"
    assert refused(state, 9, roll(1)) == "game-over"


def test_AZ_180_pick_knows_no_unknown_card() -> None:
    state = new(2)
    assert refused(state, 0, {"pick": {"card": "toad-head"}}) == "not-in-pack"
    assert refused(state, 0, {"pick": {}}) == "not-in-pack"


def test_AZ_181_a_refused_action_changes_nothing() -> None:
    state = busy()
    before = state.dump()
    actions: list[dict[str, Any]] = [{"fetch": {}}, trade(1, "toad", "dragon-tail"), {"roll": {"dice": 9}}]
    for action in actions:
        with pytest.raises(Refused):
            state.apply(0, GAME.action(action))
    assert state.dump() == before


def test_lists_of_cards_and_runes_are_sets_in_canonical_order() -> None:
    mixed = GAME.action({"redraw": {"cards": ["hydra-head", "dragon-tail"]}})
    assert mixed == GAME.action({"redraw": {"cards": ["dragon-tail", "hydra-head"]}})
    assert GAME.actions.document(mixed) == {"redraw": {"cards": ["dragon-tail", "hydra-head"]}}
    assert GAME.action({"trim": {"runes": [9, 3]}}) == GAME.action({"trim": {"runes": [3, 9]}})
    state = table(player(hand=["dragon-tail", "dragon-head", *nine("hydra")[:2]]), player())
    for each in legal(state, 0):
        if "redraw" in each:
            assert each["redraw"]["cards"] == sorted(each["redraw"]["cards"], key=_order)


def _order(card: str) -> int:
    spells = [spell for creature in ("basilisk", "dragon", "griffin", "hydra") for spell in nine(creature)]
    return spells.index(card)


def test_every_action_has_its_deed_and_every_code_a_sentence() -> None:
    assert set(DEEDS) == set(get_args(Action)) == set(GAME.actions.kinds.values())
    assert set(FACTS.kinds.values()) == set(get_args(Fact))
    assert list(REFUSALS)[:8] == [
        "malformed",
        "game-over",
        "not-your-turn",
        "wrong-phase",
        "not-in-solo",
        "no-ability",
        "no-magic-token",
        "unknown-card",
    ]
    assert all(sentence.endswith(".") for sentence in REFUSALS.values())
