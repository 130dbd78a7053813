"""Section 9: the special actions of keepers."""

from __future__ import annotations

import pytest

from tests.arena.games.alakazoo.tables import (
    act,
    barter,
    fetch,
    keys,
    legal,
    nine,
    only,
    player,
    refused,
    table,
    trade,
)


def revise(card: str) -> dict[str, object]:
    return {"revise": {"card": card}}


def spell_at(state: object, seat: int, place: int) -> str:
    return state.dump()["players"][seat]["positions"][place]["spell"]  # type: ignore[attr-defined,no-any-return]


def test_AZ_55_it_costs_one_magic_token_returned_first() -> None:
    state = table(player(hand=["dragon-tail"], magic=1), player(), columns=[["griffin-head"]])
    assert act(state, 0, fetch("dragon-tail", "griffin-head"))[0] == {"paid": {"seat": 0, "count": 1}}
    assert (state.magic[0], state.magic_supply) == (0, 30)
    poor = table(player(hand=["dragon-tail"]), player(), columns=[["griffin-head"]])
    assert refused(poor, 0, fetch("dragon-tail", "griffin-head")) == "no-magic-token"
    assert not any("fetch" in each for each in legal(poor, 0))


def test_AZ_56_what_is_not_possible_in_full_is_refused_and_nothing_is_paid() -> None:
    state = table(
        player(hand=["dragon-tail"], magic=1, abilities=["fetch-two"]), player(), columns=[["hydra-head"]]
    )
    two = {"fetch_two": {"discard": ["dragon-tail"], "cards": ["hydra-head"]}}
    assert refused(state, 0, two) == "wrong-count"
    assert state.magic[0] == 1


def test_AZ_57_fetch_discards_a_card_for_any_of_a_column() -> None:
    state = table(
        player(hand=["dragon-tail"], magic=1),
        player(),
        columns=[["griffin-head", "hydra-head"], ["hydra-tail"]],
    )
    events = act(state, 0, fetch("dragon-tail", "hydra-head"))
    assert events[1:3] == [
        {"discarded": {"seat": 0, "cards": ["dragon-tail"]}},
        {"fetched": {"seat": 0, "column": 0, "card": "hydra-head"}},
    ]
    assert state.dump()["columns"][0]["cards"] == ["griffin-head"]


def test_AZ_58_AZ_59_one_card_of_the_creature_is_given_without_a_question() -> None:
    state = table(player(hand=["dragon-tail"], magic=1), player(hand=["hydra-head", "griffin-tail"]))
    events = act(state, 0, trade(1, "griffin", "dragon-tail"))
    assert events[:6] == [
        {"paid": {"seat": 0, "count": 1}},
        {"asked": {"seat": 0, "other": 1, "creature": "griffin", "count": 1}},
        {"exchanged": {"seat": 0, "other": 1, "count": 1}},
        {"got": {"seat": 0, "cards": ["griffin-tail"], "to": [0, 1]}},
        {"got": {"seat": 1, "cards": ["dragon-tail"], "to": [0, 1]}},
        {"darkened": {"seat": 0, "magic_back": 0}},
    ]
    assert state.dump()["drawn"]["steal"] == 2


def test_AZ_59_with_several_the_other_seat_chooses() -> None:
    state = table(player(hand=["dragon-tail"], magic=1), player(hand=["griffin-head", "griffin-tail"]))
    assert keys(act(state, 0, trade(1, "griffin", "dragon-tail"))) == ["paid", "asked"]
    assert (state.question(1), state.to_act, state.turn) == ("give", (1,), 0)
    assert legal(state, 1) == [{"give": {"cards": [card]}} for card in ("griffin-head", "griffin-tail")]
    events = act(state, 1, {"give": {"cards": ["griffin-tail"]}})
    assert keys(events) == ["exchanged", "got", "got", "darkened", "turn"]
    assert state.dump()["players"][1]["hand"] == ["dragon-tail", "griffin-head"]


def test_AZ_60_without_one_a_random_card_comes_by_the_stream_steal() -> None:
    hand = ["hydra-tail", "dragon-head", "griffin-tail"]
    state = table(player(hand=["dragon-tail"], magic=1), player(hand=hand), chance={"steal": [1]})
    act(state, 0, trade(1, "basilisk", "dragon-tail"))
    assert state.dump()["players"][0]["hand"] == ["griffin-tail"]  # dragon, griffin, hydra: the second
    alone = table(player(hand=["dragon-tail"], magic=1), player(hand=["hydra-tail"]))
    act(alone, 0, trade(1, "basilisk", "dragon-tail"))
    assert alone.dump()["drawn"]["steal"] == 3


def test_AZ_61_the_offer_is_known_to_the_trader_only_until_the_choice() -> None:
    state = table(player(hand=["dragon-tail"], magic=1), player(hand=["griffin-head", "griffin-tail"]), player())
    act(state, 0, trade(1, "griffin", "dragon-tail"))
    assert state.view(0)["pending"]["offer"] == ["dragon-tail"]
    for viewer in (1, 2, None):
        assert state.view(viewer)["pending"] == {"seat": 0, "other": 1, "creature": "griffin", "count": 1}


def test_AZ_61_the_creature_is_in_play_and_the_other_hand_not_empty() -> None:
    state = table(player(hand=["dragon-tail"], magic=1), player(), player(hand=["hydra-head"]))
    assert refused(state, 0, trade(2, "yeti", "dragon-tail")) == "unknown-creature"
    assert refused(state, 0, trade(2, "toad", "dragon-tail")) == "unknown-creature"
    assert refused(state, 0, trade(1, "hydra", "dragon-tail")) == "empty-hand"
    trades = [each["trade"] for each in legal(state, 0) if "trade" in each]
    assert {each["seat"] for each in trades} == {2}
    assert len(trades) == 5


def test_AZ_62_AZ_64_revise_exchanges_a_spell_of_the_same_part() -> None:
    state = table(player(["griffin-tail"], hand=["dragon-tail", "dragon-head"], magic=1, points=3), player())
    assert refused(state, 0, revise("dragon-head")) == "no-own-spell"
    events = act(state, 0, revise("dragon-tail"))
    assert events[1] == {"revised": {"seat": 0, "card": "dragon-tail", "old": "griffin-tail"}}
    assert spell_at(state, 0, 7) == "dragon-tail"
    assert state.dump()["players"][0]["hand"] == ["dragon-head", "griffin-tail"]


def test_AZ_63_barter_exchanges_spells_of_two_portals_for_a_dark_token() -> None:
    state = table(player(["griffin-tail", "hydra-head"], magic=1), player(["dragon-tail"]))
    assert refused(state, 0, barter(1, "head")) == "no-their-spell"
    assert refused(state, 0, barter(1, "torso")) == "no-own-spell"
    assert refused(state, 0, barter(1, "wing")) == "unknown-part"
    events = act(state, 0, barter(1, "tail"))
    assert events[1:3] == [
        {
            "bartered": {
                "seat": 0,
                "other": 1,
                "part": "tail",
                "gained": "dragon-tail",
                "lost": "griffin-tail",
            }
        },
        {"darkened": {"seat": 0, "magic_back": 0}},
    ]
    assert (spell_at(state, 0, 7), spell_at(state, 1, 7)) == ("dragon-tail", "griffin-tail")


def test_AZ_65_fetch_and_trade_need_not_be_of_the_same_part() -> None:
    state = table(player(hand=["dragon-tail"], magic=2), player(hand=["hydra-head"]), columns=[["griffin-torso"]])
    actions = legal(state, 0)
    assert fetch("dragon-tail", "griffin-torso") in actions
    assert trade(1, "hydra", "dragon-tail") in actions


def test_AZ_66_exchanges_need_no_runes_and_bring_no_points() -> None:
    state = table(
        player(["griffin-tail"], hand=["basilisk-tail"], magic=1, points=3, covered=[0, 5]), player(points=1)
    )
    act(state, 0, revise("basilisk-tail"))
    assert state.points == [3, 1]
    assert state.covered[0] == 0b100001


def test_AZ_67_a_full_portal_is_protected() -> None:
    state = table(
        player(nine("basilisk"), hand=["hydra-torso"]),
        player(["dragon-head"], hand=["hydra-tail", "hydra-head"], magic=1, abilities=["trade-two"]),
        player(["griffin-head"], hand=["griffin-torso", "griffin-tail"], abilities=["mimic"]),
        turn=1,
        finisher=0,
    )
    two = {"trade_two": {"seat": 0, "creature": "hydra", "give": ["hydra-tail", "hydra-head"]}}
    for action in (barter(0, "head"), trade(0, "hydra", "hydra-tail"), two):
        assert refused(state, 1, action) == "protected"
    aims = {value["seat"] for each in legal(state, 1) for value in each.values() if "seat" in value}
    assert aims == {2}


def test_AZ_68_swap_column_puts_the_old_spell_in_the_others_place() -> None:
    state = table(
        player(["griffin-tail"], magic=1, abilities=["swap-column"]),
        player(),
        columns=[["hydra-head", "dragon-tail", "hydra-torso"]],
    )
    assert [each for each in legal(state, 0) if "swap_column" in each] == [
        {"swap_column": {"card": "dragon-tail"}}
    ]
    events = act(state, 0, {"swap_column": {"card": "dragon-tail"}})
    assert events[1] == {"swapped": {"seat": 0, "card": "dragon-tail", "old": "griffin-tail", "column": 0}}
    assert state.dump()["columns"][0]["cards"] == ["hydra-head", "griffin-tail", "hydra-torso"]


def test_AZ_69_swap_discard_puts_the_old_spell_on_the_discard_pile() -> None:
    state = table(
        player(["griffin-tail"], magic=1, abilities=["swap-discard"]),
        player(),
        discard=["dragon-tail", "hydra-head"],
    )
    assert refused(state, 0, {"swap_discard": {"card": "hydra-head"}}) == "no-own-spell"
    events = act(state, 0, {"swap_discard": {"card": "dragon-tail"}})
    assert only(events, "swapped")[0]["column"] == -1
    assert state.dump()["discard"] == ["griffin-tail", "hydra-head"]


def test_AZ_70_mimic_uses_any_ability_that_another_seat_holds() -> None:
    state = table(
        player(["griffin-tail"], magic=1, abilities=["mimic"]),
        player(abilities=["swap-column"]),
        player(abilities=["swap-discard"]),
        columns=[["dragon-tail"]],
        discard=["hydra-tail"],
    )
    actions = legal(state, 0)
    assert {"swap_column": {"card": "dragon-tail"}} in actions
    assert {"swap_discard": {"card": "hydra-tail"}} in actions
    assert refused(state, 0, {"fetch_two": {"discard": [], "cards": []}}) == "no-ability"
    assert refused(state, 0, {"trade_two": {"seat": 1}}) == "no-ability"


def test_AZ_71_fetch_two_takes_two_cards_of_one_column_or_two() -> None:
    state = table(
        player(hand=["dragon-tail", "dragon-head", "dragon-torso"], magic=1, abilities=["fetch-two"]),
        player(),
        columns=[["griffin-head", "hydra-head"], ["hydra-tail"]],
    )
    assert sum("fetch_two" in each for each in legal(state, 0)) == 9
    assert any("fetch" in each for each in legal(state, 0))
    action = {"fetch_two": {"discard": ["dragon-tail", "dragon-head"], "cards": ["hydra-tail", "griffin-head"]}}
    assert keys(act(state, 0, action)) == ["paid", "discarded", "fetched", "fetched", "turn"]
    assert state.dump()["players"][0]["hand"] == ["dragon-torso", "griffin-head", "hydra-tail"]


@pytest.mark.parametrize(
    ("hand", "asked", "got"),
    [
        (["griffin-head", "griffin-tail", "hydra-head"], False, ["griffin-head", "griffin-tail"]),
        (["griffin-head", "hydra-head", "hydra-tail"], False, ["griffin-head", "hydra-tail"]),
        (["basilisk-head", "hydra-head", "hydra-tail"], False, ["hydra-head", "hydra-tail"]),
        (["griffin-head", "griffin-tail", "griffin-torso"], True, []),
    ],
)
def test_AZ_72_trade_two_takes_two_of_the_creature_and_the_rest_at_random(
    hand: list[str], asked: bool, got: list[str]
) -> None:
    state = table(
        player(hand=["dragon-tail", "dragon-head"], magic=1, abilities=["trade-two"]),
        player(hand=hand),
        chance={"steal": [1, 1]},
    )
    action = {"trade_two": {"seat": 1, "creature": "griffin", "give": ["dragon-head", "dragon-tail"]}}
    events = act(state, 0, action)
    if asked:
        assert keys(events) == ["paid", "asked"]
        assert len(legal(state, 1)) == 3
        events = act(state, 1, {"give": {"cards": ["griffin-torso", "griffin-head"]}})
        got = ["griffin-head", "griffin-torso"]
    assert only(events, "got")[0] == {"seat": 0, "cards": got, "to": [0, 1]}
    assert state.dump()["players"][0]["hand"] == got
    assert len(only(events, "darkened")) == 1


def test_AZ_72_both_hands_need_two_cards() -> None:
    state = table(
        player(hand=["dragon-tail", "dragon-head"], magic=1, abilities=["trade-two"]), player(hand=["hydra-head"])
    )
    give = ["dragon-head", "dragon-tail"]
    assert refused(state, 0, {"trade_two": {"seat": 1, "creature": "griffin", "give": give}}) == "empty-hand"
    short = {"trade_two": {"seat": 1, "creature": "griffin", "give": give[:1]}}
    assert refused(state, 0, short) == "wrong-count"
    assert any("trade" in each for each in legal(state, 0))
