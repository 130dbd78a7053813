"""Sections 21 and 22: the documents, and the book's turn document by document."""

from __future__ import annotations

import json
from typing import Any

import pytest

from arena.kernel.chance import Scripted
from athanorpb.codec import unordered_paths
from athanorpb.v1 import alakazoo_pb2
from tests.arena.games.alakazoo.tables import (
    GAME,
    PLACE_NOTHING,
    SEED,
    act,
    activate,
    legal,
    new,
    place,
    player,
    roll,
    table,
    trade,
)

BASILISK = player(
    ["hydra-right-ear", "basilisk-torso"],
    ["basilisk-left-leg", "dragon-head", "griffin-tail"],
    [2, 6, 12],
    magic=2,
    dark=1,
    points=3,
    abilities=["swap-column"],
)
DRAGON = player(
    ["dragon-left-ear", "dragon-torso"],
    ["basilisk-tail", "dragon-tail", "griffin-head", "hydra-left-ear"],
    [3, 10, 11],
    magic=1,
    points=3,
    abilities=["mimic"],
)
COLUMNS = [
    ["hydra-tail", "griffin-torso"],
    ["basilisk-head"],
    ["griffin-left-hand", "dragon-right-leg", "hydra-head"],
    ["griffin-left-leg", "basilisk-right-hand"],
]


def of_the_book() -> Any:
    """The state of section 21."""
    return table(
        BASILISK,
        DRAGON,
        columns=COLUMNS,
        discard=["griffin-right-ear", "hydra-torso"],
        round=7,
        ply=61,
        chance={"dice": [4, 1]},
    )


def test_the_state_of_the_book() -> None:
    document = of_the_book().dump()
    assert document["magic_supply"] == 21
    assert document["dark_supply"] == 11
    assert len(document["deck"]) == 15
    assert document["deck"][:3] == ["basilisk-left-ear", "basilisk-right-ear", "basilisk-left-hand"]
    assert set(document) == {
        "game",
        "options",
        "seats",
        "phase",
        "to_act",
        "ply",
        "result",
        "drawn",
        "round",
        "turn",
        "finisher",
        "creatures",
        "magic_supply",
        "dark_supply",
        "deck",
        "discard",
        "columns",
        "dice",
        "pending",
        "players",
    }
    assert set(document["players"][0]) == {
        "portal",
        "positions",
        "hand",
        "pack",
        "pick",
        "magic",
        "dark",
        "abilities",
        "points",
    }


def test_the_views_of_the_book() -> None:
    state = of_the_book()
    own, public = state.view(0), state.view(None)
    assert own["seat"] == 0
    assert public["seat"] == -1
    assert own["deck_count"] == public["deck_count"] == 15
    assert own["players"][0]["hand"] == ["basilisk-left-leg", "dragon-head", "griffin-tail"]
    assert set(own["players"][1]) == {
        "portal",
        "positions",
        "magic",
        "dark",
        "abilities",
        "points",
        "hand_count",
        "pack_count",
    }
    assert public["players"][0].keys() == own["players"][1].keys()
    assert not {"deck", "drawn"} & (own.keys() | public.keys())


def test_the_turn_of_the_book_document_by_document() -> None:
    state = of_the_book()
    before = state.dump()
    assert act(state, 0, roll(2)) == [{"rolled": {"seat": 0, "faces": ["wave", "sun"]}}]
    assert (state.dump()["dice"], state.magic_supply) == (["sun", "wave"], 21)
    assert legal(state, 0) == [
        activate("sun", 0),
        activate("sun", 10),
        activate("wave", 3),
        activate("wave", 13),
    ]
    assert act(state, 0, activate("wave", 13)) == [{"activated": {"seat": 0, "face": "wave", "rune": 13}}]
    assert (state.dump()["dice"], state.magic_supply) == (["sun"], 20)
    assert legal(state, 0) == [activate("sun", 0), activate("sun", 10)]
    act(state, 0, activate("sun", 10))
    assert state.question(0) == "place"
    assert legal(state, 0) == [PLACE_NOTHING, place("basilisk-left-leg")]
    assert act(state, 0, place("basilisk-left-leg")) == [
        {"placed": {"seat": 0, "card": "basilisk-left-leg", "points": 2}},
        {"turn": {"seat": 1, "round": 7}},
    ]
    after = state.dump()
    assert (after["ply"], after["to_act"], after["turn"], after["magic_supply"]) == (65, [1], 1, 21)
    changed = after["players"][0]
    assert (changed["points"], changed["hand"]) == (5, ["dragon-head", "griffin-tail"])
    assert changed["positions"][5] == {"spell": "", "covered": [True, False]}
    assert changed["positions"][6] == {"spell": "basilisk-left-leg", "covered": [False, False]}
    assert after["players"][1] == before["players"][1]


def test_multisets_are_read_in_any_order_and_written_in_canonical_order() -> None:
    document = of_the_book().dump()
    shuffled = json.loads(json.dumps(document))
    shuffled["discard"].reverse()
    shuffled["players"][1]["hand"].reverse()
    assert GAME.load(shuffled, Scripted({}, SEED)).dump() == document
    assert unordered_paths(alakazoo_pb2.State.DESCRIPTOR) == {
        "/discard",
        "/dice",
        "/players/*/hand",
        "/players/*/pack",
    }


@pytest.mark.parametrize("option", ["tommy", "university", "book"])
def test_fields_of_an_expansion_are_there_with_its_option_only(option: str) -> None:
    value: Any = "bonus" if option == "book" else True
    document, without = new(2, **{option: value}).dump(), new(2).dump()
    extra = {*document, *document["players"][0]} - {*without, *without["players"][0]}
    assert extra == {"tommy": {"tommy"}, "university": {"charm_used", "school"}, "book": {"book"}}[option]


def test_an_offer_stays_in_the_traders_hand_while_it_is_pending() -> None:
    state = table(player(hand=["dragon-tail"], magic=1), player(hand=["griffin-head", "griffin-tail"]))
    act(state, 0, trade(1, "griffin", "dragon-tail"))
    document = state.dump()
    assert document["pending"] == {
        "seat": 0,
        "other": 1,
        "creature": "griffin",
        "count": 1,
        "offer": ["dragon-tail"],
    }
    assert document["players"][0]["hand"] == ["dragon-tail"]
    assert GAME.load(document, Scripted({}, SEED)).dump() == document
