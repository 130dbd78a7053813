"""Sections 7 and 8: dice, taking a column, drawing anew."""

from __future__ import annotations

from tests.arena.games.alakazoo.tables import (
    PLACE_NOTHING,
    STORE,
    act,
    activate,
    acts,
    keys,
    legal,
    miss,
    only,
    player,
    refused,
    roll,
    table,
    take,
)

MOONLESS = ["basilisk-left-ear", "griffin-left-hand", "griffin-tail"]
"""They lie on all moons of the basilisk's portal."""


def redraw(*cards: str) -> dict[str, object]:
    return {"redraw": {"cards": list(cards)}}


def test_AZ_43_one_to_three_dice_are_rolled_at_once_by_the_stream_dice() -> None:
    state = table(player(), player(), chance={"dice": [5, 0, 3]})
    assert refused(state, 0, roll(0)) == refused(state, 0, roll(4)) == refused(state, 0, roll(-1)) == "dice-count"
    assert act(state, 0, roll(3)) == [{"rolled": {"seat": 0, "faces": ["leaf", "wild", "star"]}}]
    assert state.dump()["dice"] == ["wild", "star", "leaf"]
    assert state.dump()["drawn"]["dice"] == 23


def test_AZ_44_equal_faces_are_not_told_apart_and_each_die_sees_what_was_before() -> None:
    state = table(player(), player(), chance={"dice": [1, 1, 1]})
    act(state, 0, roll(3))
    assert legal(state, 0) == [activate("sun", rune) for rune in (0, 4, 10, 12)]
    act(state, 0, activate("sun", 10))
    assert legal(state, 0) == [activate("sun", rune) for rune in (0, 4, 12)]
    assert state.dump()["dice"] == ["sun", "sun"]


def test_AZ_45_a_wild_covers_any_free_rune_or_goes_to_the_keeper() -> None:
    state = table(player(magic=2, dark=0), player(), chance={"dice": [0, 0]})
    act(state, 0, roll(2))
    assert legal(state, 0) == [*(activate("wild", rune) for rune in range(18)), STORE]
    assert act(state, 0, STORE) == [{"stored": {"seat": 0}}]
    assert refused(state, 0, STORE) == "no-free-slot"
    assert act(state, 0, activate("wild", 17))[0] == {"activated": {"seat": 0, "face": "wild", "rune": 17}}


def test_AZ_46_a_symbol_covers_a_rune_of_its_kind() -> None:
    state = table(player(), player(), chance={"dice": [4]})
    act(state, 0, roll(1))
    assert legal(state, 0) == [activate("wave", rune) for rune in (3, 8, 13)]
    assert refused(state, 0, activate("wave", 0)) == "rune-mismatch"


def test_AZ_47_without_a_free_rune_of_the_kind_a_dark_token_comes() -> None:
    state = table(player(MOONLESS), player(), chance={"dice": [2]})
    act(state, 0, roll(1))
    assert legal(state, 0) == [miss("moon")]
    assert act(state, 0, miss("moon"))[:2] == [
        {"missed": {"seat": 0, "face": "moon"}},
        {"darkened": {"seat": 0, "magic_back": 0}},
    ]


def test_AZ_48_a_die_that_can_bring_a_token_must() -> None:
    state = table(player(magic=3), player(), chance={"dice": [0, 1]})
    act(state, 0, roll(2))
    assert refused(state, 0, miss("wild")) == refused(state, 0, miss("sun")) == "die-usable"
    slot = table(player(covered=range(18), magic=2), player(), options={"tommy": True}, chance={"dice": [0]})
    act(slot, 0, roll(1))
    assert legal(slot, 0) == [STORE]


def test_AZ_49_a_rune_brings_a_dark_token_even_with_an_empty_supply() -> None:
    full = [player(magic=3, covered=range(6)) for _ in range(2)]
    spelled = player(MOONLESS, magic=3, covered=[2, 3, 4, 5, 8, 9])
    state = table(spelled, *full, player(magic=3), chance={"dice": [2, 1, 0]})
    assert state.magic_supply == 0
    act(state, 0, roll(3))
    assert legal(state, 0) == [miss("wild"), miss("sun"), miss("moon")]
    assert keys(act(state, 0, miss("moon"))) == ["missed", "darkened"]  # and a magic token goes back
    assert refused(state, 0, miss("sun")) == "die-usable"
    act(state, 0, activate("sun", 10))
    assert keys(act(state, 0, miss("wild"))) == ["missed"]
    assert (state.question(0), state.dark[0]) == ("trim", 1)


def test_AZ_49_a_wild_without_any_place_has_no_effect() -> None:
    state = table(player(covered=range(18), magic=3), player(), options={"tommy": True}, chance={"dice": [0]})
    act(state, 0, roll(1))
    assert legal(state, 0) == [miss("wild")]
    assert keys(act(state, 0, miss("wild"))) == ["missed"]
    assert state.dark[0] == 0


def test_AZ_50_several_dark_tokens_in_one_turn() -> None:
    state = table(player(MOONLESS), player(), chance={"dice": [2, 2]})
    acts(state, (0, roll(2)), (0, miss("moon")), (0, miss("moon")))
    assert state.dark[0] == 2


def test_AZ_51_AZ_52_a_column_goes_to_the_hand_and_every_column_gets_a_card() -> None:
    state = table(
        player(hand=["dragon-tail"]),
        player(),
        columns=[["griffin-head"], ["hydra-torso", "hydra-head"], ["griffin-tail"]],
        deck=["basilisk-tail", "basilisk-head", "basilisk-torso", "dragon-torso", "dragon-head"],
    )
    events = act(state, 0, take(1))
    assert events[0] == {"took": {"seat": 0, "column": 1, "cards": ["hydra-torso", "hydra-head"]}}
    assert [tuple(each.values()) for each in only(events, "laid")] == [
        (0, "basilisk-tail"),
        (1, "basilisk-head"),
        (2, "basilisk-torso"),
        (3, "dragon-torso"),
    ]
    assert state.dump()["players"][0]["hand"] == ["dragon-tail", "hydra-head", "hydra-torso"]
    assert refused(state, 1, take(4)) == refused(state, 1, take(-1)) == "no-such-column"


def test_AZ_53_AZ_54_all_are_discarded_before_the_first_is_drawn() -> None:
    state = table(
        player(hand=["dragon-tail", "dragon-head", "dragon-torso"]),
        player(),
        deck=["basilisk-tail", "basilisk-head"],
    )
    assert refused(state, 0, redraw()) == "wrong-count"
    assert refused(state, 0, redraw("dragon-tail", "dragon-tail")) == "repeated-card"
    assert refused(state, 0, redraw("dragon-tail", "hydra-tail")) == "not-in-hand"
    events = act(state, 0, redraw("dragon-tail", "dragon-head"))
    assert keys(events) == ["discarded", "drew", "got", "drew", "got", "turn"]
    assert events[2] == {"got": {"seat": 0, "cards": ["basilisk-tail"], "to": [0]}}
    assert state.dump()["players"][0]["hand"] == ["basilisk-head", "basilisk-tail", "dragon-torso"]


def test_AZ_53_any_cards_of_the_hand_can_be_redrawn() -> None:
    state = table(player(hand=["dragon-tail", "dragon-head", "dragon-torso", "hydra-head"]), player())
    redraws = [each for each in legal(state, 0) if "redraw" in each]
    assert len(redraws) == 15
    assert redraw("dragon-head", "dragon-torso", "dragon-tail", "hydra-head") in redraws


def test_dice_that_are_resolved_lead_to_placing() -> None:
    state = table(player(hand=["dragon-head"], covered=[2]), player(), chance={"dice": [4, 4]})
    acts(state, (0, roll(2)), (0, activate("wave", 3)))
    assert state.question(0) == "dice"
    act(state, 0, activate("wave", 8))
    assert state.question(0) == "place"
    assert keys(act(state, 0, PLACE_NOTHING)) == ["turn"]
